/**
 * Lays out the server's HTML of many pages, one after another, in one document with their style sheets and fonts,
 * before any script. Without navigation and scripts, and with shared style sheets kept, a page takes milliseconds. What
 * surrounds `main` is laid out once for all pages that share it.
 */
import type { Page } from 'playwright-core'
import { findNameless, findOverflow, findTornWords, readFrame, readWords } from './page-checks.ts'

export type LaidOut = {
  words: string
  overflow: string[]
  torn: string[]
  nameless: string[]
  frame: ReturnType<typeof readFrame>
}

type Table = { layOut(html: string): Promise<LaidOut> }

declare global {
  interface Window {
    lightTable: Table
  }
}

const EMPTY = '<!doctype html><html><head></head><body></body></html>'

/** Turns the page into a light table of this site. Pages are laid out at its width. */
export async function openLightTable(page: Page, origin: string): Promise<(html: string) => Promise<LaidOut>> {
  const address = `${origin}/light-table`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: EMPTY }))
  await page.goto(address)
  const checks = [findNameless, findOverflow, findTornWords, readFrame, readWords]
  await page.evaluate(`{ ${checks.join('\n')}\n;(${setUp})({ ${checks.map(({ name }) => name).join(', ')} }) }`)
  // There is room for one page at a time.
  let last: Promise<unknown> = Promise.resolve()
  return (html) => {
    const laidOut = last.then(() => page.evaluate((text) => window.lightTable.layOut(text), html))
    last = laidOut.catch(() => undefined)
    return laidOut
  }
}

type Checks = {
  findNameless: typeof findNameless
  findOverflow: typeof findOverflow
  findTornWords: typeof findTornWords
  readFrame: typeof readFrame
  readWords: typeof readWords
}

/** Runs in the browser. */
function setUp(checks: Checks): void {
  let sheets: string[] = []

  async function takeSheets(wanted: string[]): Promise<void> {
    if (wanted.join() === sheets.join()) return
    sheets = wanted
    const links = wanted.map((href) => Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
    const loaded = links.map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          link.onload = () => resolve()
          link.onerror = () => reject(new Error(`${link.href} does not load`))
        }),
    )
    document.head.replaceChildren(...links)
    await Promise.all(loaded)
  }

  /** Frames laid out before, with the positions of mark and menu. */
  const known = new Map<string, ReturnType<typeof readFrame>>()
  /** Ignores prices and addresses, which do not change a frame's layout. */
  function nameOf(part: Element, root: Element): string {
    const html = part.outerHTML.replaceAll(/ (?:value|href|action)="[^"]*"/g, '').replaceAll(/\d/g, '0')
    return [root.getAttribute('lang'), root.getAttribute('dir'), ...sheets, html].join(' ')
  }

  window.lightTable = {
    async layOut(html) {
      const { documentElement, head, body, title } = new DOMParser().parseFromString(html, 'text/html')
      const root = document.documentElement
      for (const name of root.getAttributeNames()) root.removeAttribute(name)
      for (const name of documentElement.getAttributeNames())
        root.setAttribute(name, documentElement.getAttribute(name) ?? '')
      const links = [...head.querySelectorAll('link[rel=stylesheet]')]
      await takeSheets(links.map((link) => link.getAttribute('href') ?? ''))
      // Nobody runs the scripts, and a page that reloads itself without them would remove the table.
      for (const other of body.querySelectorAll('meta[http-equiv], link, script')) other.remove()
      const around = [...body.children].filter((part) => !part.matches('main, :has(main)'))
      const parts = around.map((part) => ({ part, name: nameOf(part, root) }))
      const fresh = parts.filter(({ name }) => !known.has(name))
      const [bar] = parts.filter(({ part, name }) => known.has(name) && part.querySelector('.bar__mark'))
      for (const { part, name } of parts) if (known.has(name)) part.remove()
      document.body.replaceWith(document.adoptNode(body))
      document.title = title
      // A layout requests the fonts.
      document.body.getBoundingClientRect()
      await document.fonts.ready
      const frame = checks.readFrame()
      for (const { name } of fresh) known.set(name, frame)
      const { mark, menu } = known.get(bar?.name ?? '') ?? frame
      return {
        words: checks.readWords(),
        overflow: checks.findOverflow(),
        torn: checks.findTornWords(),
        nameless: checks.findNameless(),
        frame: { ...frame, mark, menu },
      }
    },
  }
}

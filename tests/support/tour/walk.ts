/** The walk through the pages of some roles: each is opened in a real browser and checked (spec §2 and §6). */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'
import { checkLook } from '#tests/support/look/check-look.ts'
import { keepServed } from '#tests/support/look/served-html.ts'
import { COMPANY_SETTINGS_OF_TESTS } from '#tests/support/world/company.ts'
import { faultsOfHtml } from './html-validity.ts'
import { checkWords } from './page-checks.ts'
import { prepareTrades, type SampleTrades } from './sample-trades.ts'
import { enter, open, type Role, TOUR } from './tour.ts'

/** A Quayside with trades in every stage and a named company, and a browser. */
export type Ground = { app: OwnApp; browser: TestBrowser; trades: SampleTrades }

/** Sets up a whole file: call it once, at the top. The result is filled in before the first test. */
export function groundOfWalk(): Ground {
  const ground = {} as Ground
  beforeAll(async () => {
    ground.app = await openOwnApp({ env: COMPANY_SETTINGS_OF_TESTS })
    ground.browser = await openBrowser()
    ground.trades = await prepareTrades(ground.app)
  })
  afterAll(async () => {
    await ground.browser?.close()
    await ground.app?.close()
  })
  return ground
}

/** Content already checked, verbatim: the parts between header and footer, and what surrounds them. */
const looked = new Set<string>()

async function lookOnce(page: Page): Promise<string[]> {
  const { main, frame } = await page.evaluate(readWhole)
  if (looked.has(main) && looked.has(frame)) return []
  looked.add(main).add(frame)
  return checkLook(page)
}

/** Runs in the browser. Leaves out prices, scripts' data and React's ids, which differ on every page. */
function readWhole(): { main: string; frame: string } {
  const isOfFrame = (element: Element) => element.closest('main, .ticker, script') === null
  const frame = [...document.body.querySelectorAll('*')].filter(isOfFrame).map((element) => {
    const own = Array.from(element.childNodes, (node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ''))
    return [element.tagName, element.getAttribute('class'), element.getAttribute('aria-current'), ...own].join(' ')
  })
  const main = document.querySelector('main') ?? document.body
  return { main: main.outerHTML.replaceAll(/:r\w+:/gi, ''), frame: frame.join('\n') }
}

/** Tests all pages of these roles. The same content of several roles is checked once. */
export function walk(ground: Ground, roles: Role[]): void {
  describe.each(roles)('%s', (role) => {
    let window: TestPage
    let served: () => Promise<string>
    const strangers: string[] = []

    beforeAll(async () => {
      window = await enter(ground, role)
      served = keepServed(window.page)
      window.context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url())
        if (protocol.startsWith('http') && origin !== ground.app.origin) strangers.push(request.url())
      })
    })

    afterAll(() => window?.close())

    it.each(TOUR[role])('$name', async (stop) => {
      window.complaints.length = 0
      strangers.length = 0
      const { page } = window
      const status = await open(page, stop, ground)
      expect(status).toBe(stop.status ?? 200)
      if (stop.lands !== undefined) expect(new URL(page.url()).pathname).toBe(stop.lands)
      expect(await page.title()).toBe(`${stop.title}: Quayside`)
      // Amount and unit stay on one line.
      const heads = (await page.locator('h1').allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '))
      expect(heads).toEqual([stop.h1 ?? stop.title])
      expect(await checkWords(page)).toEqual([])
      expect(await lookOnce(page)).toEqual([])
      expect(await faultsOfHtml(stop.act ? await page.content() : await served())).toEqual([])
      expect(window.complaints).toEqual([])
      expect(strangers).toEqual([])
    })
  })
}

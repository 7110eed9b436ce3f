/**
 * Every page of every role, opened in a real browser and looked at as a person would (spec §2 and §6). What several roles
 * meet in the same shape is looked at once.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'
import { checkLook } from '#tests/support/look/check-look.ts'
import { keepServed } from '#tests/support/look/served-html.ts'
import { KILOBYTE, weigh } from '#tests/support/look/weight.ts'
import { faultsOfHtml } from '#tests/support/tour/html-validity.ts'
import { checkWords } from '#tests/support/tour/page-checks.ts'
import { prepareTrades, type SampleTrades } from '#tests/support/tour/sample-trades.ts'
import { enter, open, ROLES, type Role, TOUR } from '#tests/support/tour/tour.ts'
import { COMPANY_SETTINGS_OF_TESTS } from '#tests/support/world/company.ts'

let app: OwnApp
let browser: TestBrowser
let trades: SampleTrades

beforeAll(async () => {
  app = await openOwnApp({ env: COMPANY_SETTINGS_OF_TESTS })
  browser = await openBrowser()
  trades = await prepareTrades(app)
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
})

describe('light', () => {
  /** The pages that a role sees itself, each once: redirects weigh nothing, and errors are small. */
  const pathsOf = (role: Role) => {
    const own = TOUR[role].filter(({ lands, status }) => lands === undefined && status === undefined)
    return [...new Set(own.map(({ path }) => (typeof path === 'string' ? path : path(trades))))]
  }
  const visitorOf = async (role: Role) => (role === 'visitor' ? app.visitor() : (await app.signIn(role)).visitor)

  /** The desk shows in one place what the two sides see on theirs. */
  const mostOf = (role: Role) => (role === 'operator' ? 125 : 119) * KILOBYTE

  it.each(ROLES)('no page of %s loads too much JavaScript', async (role) => {
    const visitor = await visitorOf(role)
    const heavy: string[] = []
    for (const path of pathsOf(role)) {
      const { javaScript } = await weigh(visitor, path)
      expect(javaScript, path).toBeGreaterThan(50 * KILOBYTE)
      if (javaScript > mostOf(role)) heavy.push(`${path}: ${javaScript} bytes`)
    }
    expect(heavy).toEqual([])
  })

  it('public pages are less than 60 kB of HTML and CSS', async () => {
    const visitor = app.visitor()
    const heavy: string[] = []
    for (const path of pathsOf('visitor')) {
      const { htmlAndCss } = await weigh(visitor, path)
      if (htmlAndCss >= 60 * KILOBYTE) heavy.push(`${path}: ${htmlAndCss} bytes`)
    }
    expect(heavy).toEqual([])
  })
})

describe('found', () => {
  const htmlOf = async (path: string) => (await app.visitor().send(path)).text()
  const said = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? ''

  it('the pages of the sitemap describe themselves, each in its own words, under one address', async () => {
    const sitemap = await htmlOf('/sitemap.xml')
    const addresses = Array.from(sitemap.matchAll(/<loc>(.*?)<\/loc>/g), ([, address = '']) => address)
    expect(addresses.length).toBeGreaterThan(8)
    const descriptions = new Set<string>()
    for (const address of addresses) {
      const html = await htmlOf(address)
      expect(said(html, /<link rel="canonical" href="(.*?)"/)).toBe(address)
      expect(said(html, /<meta property="og:url" content="(.*?)"/)).toBe(address)
      expect(html).not.toContain('content="noindex"')
      const description = said(html, /<meta name="description" content="(.*?)"/)
      expect(description.length, address).toBeGreaterThan(50)
      descriptions.add(description)
      const picture = await app.visitor().send(said(html, /<meta property="og:image" content="(.*?)"/))
      expect(picture.headers.get('content-type')).toBe('image/png')
    }
    expect(descriptions.size).toBe(addresses.length)
  })

  it('the pages of single persons, and those that are none, ask to be left out', async () => {
    const { visitor } = await app.signIn('paid.buyer')
    const form = `/submit?form=${crypto.randomUUID()}`
    for (const path of ['/dashboard', form, `/transaction-lookup?txid=${trades.funded}`, '/no-such-page']) {
      const html = await (await visitor.send(path)).text()
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      expect(html).not.toContain('rel="canonical"')
      if (path !== '/no-such-page')
        expect(said(html, /<meta name="description" content="(.*?)"/)).toContain(': Quayside. ')
    }
  })
})

describe('who runs the service', () => {
  const textOf = async (path: string) => (await app.visitor().get(path)).text.replaceAll(/\s+/g, ' ')

  it('stands in the footer, and in full on the contact page, in terms and privacy policy', async () => {
    const { COMPANY_NAME, COMPANY_ADDRESS, COMPANY_REGISTER, GOVERNING_LAW, SUPPORT_PHONE } = COMPANY_SETTINGS_OF_TESTS
    expect(await textOf('/login')).toContain(`${COMPANY_NAME}, ${COMPANY_ADDRESS}`)
    const contact = await textOf('/contact')
    expect(contact).toContain('We answer within 1 working day.')
    for (const value of Object.values(COMPANY_SETTINGS_OF_TESTS).slice(0, -1)) expect(contact).toContain(value)
    const terms = await textOf('/terms')
    for (const value of [COMPANY_NAME, COMPANY_REGISTER, GOVERNING_LAW]) expect(terms).toContain(value)
    const privacy = await textOf('/privacy')
    for (const value of [COMPANY_NAME, COMPANY_ADDRESS, SUPPORT_PHONE]) expect(privacy).toContain(value)
  })

  it('promises in the FAQ what is set, and the desk misses nothing', async () => {
    const html = await (await app.visitor().send('/faq')).text()
    expect(html).toMatch(/<section class="group" id="wrong"><h2>When something goes wrong<\/h2>/)
    expect(html).toContain('A dispute is decided within 10 working days after it was opened.')
    const { visitor } = await app.signIn('operator')
    expect((await visitor.get('/admin-panel')).text).not.toContain('Say who is behind')
  })
})

/** What was looked at before, word for word: what pages have between header and footer, and what is around it. */
const looked = new Set<string>()

async function lookOnce(page: Page): Promise<string[]> {
  const { main, frame } = await page.evaluate(readWhole)
  if (looked.has(main) && looked.has(frame)) return []
  looked.add(main).add(frame)
  return checkLook(page)
}

/** Runs in the browser. Prices move, scripts carry data, and React numbers its ids anew on every page. */
function readWhole(): { main: string; frame: string } {
  const isOfFrame = (element: Element) => element.closest('main, .ticker, script') === null
  const frame = [...document.body.querySelectorAll('*')].filter(isOfFrame).map((element) => {
    const own = Array.from(element.childNodes, (node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ''))
    return [element.tagName, element.getAttribute('class'), element.getAttribute('aria-current'), ...own].join(' ')
  })
  const main = document.querySelector('main') ?? document.body
  return { main: main.outerHTML.replaceAll(/:r\w+:/gi, ''), frame: frame.join('\n') }
}

describe.each(ROLES)('%s', (role) => {
  let window: TestPage
  let served: () => Promise<string>
  const strangers: string[] = []

  beforeAll(async () => {
    window = await enter({ app, browser }, role)
    served = keepServed(window.page)
    window.context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== app.origin) strangers.push(request.url())
    })
  })

  afterAll(() => window?.close())

  it.each(TOUR[role])('$name', async (stop) => {
    window.complaints.length = 0
    strangers.length = 0
    const { page } = window
    const status = await open(page, stop, { app, trades })
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

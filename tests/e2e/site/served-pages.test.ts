/** The pages of every role, over HTTP: their weight, their HTML, how they are found. */
import { describe, expect, it } from 'vitest'
import type { Visitor } from '#scripts/trade/http-client.ts'
import { sentHtml } from '#tests/support/look/served-html.ts'
import { KILOBYTE, weigh } from '#tests/support/look/weight.ts'
import { faultsOfHtml } from '#tests/support/tour/html-validity.ts'
import { ROLES, type Role, TOUR } from '#tests/support/tour/tour.ts'
import { groundOfWalk } from '#tests/support/tour/walk.ts'
import { COMPANY_SETTINGS_OF_TESTS } from '#tests/support/world/company.ts'

const ground = groundOfWalk()

/** The pages that a role sees itself, each once: redirects weigh nothing, and errors are small. */
function pathsOf(role: Role): string[] {
  const own = TOUR[role].filter(({ lands, status }) => lands === undefined && status === undefined)
  return [...new Set(own.map(({ path }) => (typeof path === 'string' ? path : path(ground.trades))))]
}
async function visitorOf(role: Role): Promise<Visitor> {
  return role === 'visitor' ? ground.app.visitor() : (await ground.app.signIn(role)).visitor
}

describe('light', () => {
  /** The Admin Panel shows on one page what the two sides see on theirs. */
  const mostOf = (role: Role) => (role === 'operator' ? 126 : 120) * KILOBYTE

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
    const visitor = ground.app.visitor()
    const heavy: string[] = []
    for (const path of pathsOf('visitor')) {
      const { htmlAndCss } = await weigh(visitor, path)
      if (htmlAndCss >= 60 * KILOBYTE) heavy.push(`${path}: ${htmlAndCss} bytes`)
    }
    expect(heavy).toEqual([])
  })
})

it.each(ROLES)('the pages of %s are valid HTML', async (role) => {
  const visitor = await visitorOf(role)
  const wrong: string[] = []
  for (const path of pathsOf(role)) {
    const faults = await faultsOfHtml(await sentHtml(visitor, path))
    wrong.push(...faults.map((fault) => `${path}: ${fault}`))
  }
  expect(wrong).toEqual([])
})

describe('found', () => {
  const htmlOf = async (path: string) => (await ground.app.visitor().send(path)).text()
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
      const picture = await ground.app.visitor().send(said(html, /<meta property="og:image" content="(.*?)"/))
      expect(picture.headers.get('content-type')).toBe('image/png')
    }
    expect(descriptions.size).toBe(addresses.length)
  })

  it('the pages of single persons, and those that are none, ask to be left out', async () => {
    const { visitor } = await ground.app.signIn('paid.buyer')
    const form = `/submit?form=${crypto.randomUUID()}`
    for (const path of ['/dashboard', form, `/transaction-lookup?txid=${ground.trades.funded}`, '/no-such-page']) {
      const html = await (await visitor.send(path)).text()
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      expect(html).not.toContain('rel="canonical"')
      if (path !== '/no-such-page')
        expect(said(html, /<meta name="description" content="(.*?)"/)).toContain(': Quayside. ')
    }
  })
})

describe('who runs the service', () => {
  const textOf = async (path: string) => (await ground.app.visitor().get(path)).text.replaceAll(/\s+/g, ' ')

  it('stands in the footer, and in full on the contact page, in terms and privacy policy', async () => {
    const { COMPANY_NAME, COMPANY_ADDRESS, COMPANY_REGISTER, GOVERNING_LAW, SUPPORT_PHONE } = COMPANY_SETTINGS_OF_TESTS
    expect(await textOf('/login')).toContain(`${COMPANY_NAME}, ${COMPANY_ADDRESS}`)
    const contact = await textOf('/contact')
    expect(contact).toContain('We answer within 1 working day.')
    const { RECEIPT_TAX_LINE, DECISION_WORKING_DAYS, ...atContact } = COMPANY_SETTINGS_OF_TESTS
    for (const value of Object.values(atContact)) expect(contact).toContain(value)
    expect(contact).not.toContain(RECEIPT_TAX_LINE)
    const terms = await textOf('/terms')
    for (const value of [COMPANY_NAME, COMPANY_REGISTER, GOVERNING_LAW]) expect(terms).toContain(value)
    const privacy = await textOf('/privacy')
    for (const value of [COMPANY_NAME, COMPANY_ADDRESS, SUPPORT_PHONE]) expect(privacy).toContain(value)
  })

  it('promises in the FAQ what is set, and the desk misses nothing', async () => {
    const html = await (await ground.app.visitor().send('/faq')).text()
    expect(html).toMatch(/<section class="group" id="wrong"><h2>When something goes wrong<\/h2>/)
    expect(html).toContain('A dispute is decided within 10 working days of its opening.')
    const { visitor } = await ground.app.signIn('operator')
    expect((await visitor.get('/admin-panel')).text).not.toContain('Say who runs')
  })
})

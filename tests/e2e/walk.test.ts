/** Every page of every role, opened in a real browser and looked at as a person would (spec §2 and §6). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, openApp } from '#tests/support/app.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/browser.ts'
import { checkLook, checkWords } from '#tests/support/page-checks.ts'
import { prepareTrades, type SampleTrades } from '#tests/support/sample-trades.ts'
import { enter, open, ROLES, type Role, TOUR } from '#tests/support/tour.ts'
import { KILOBYTE, weigh } from '#tests/support/weight.ts'

let app: App
let browser: TestBrowser
let trades: SampleTrades

beforeAll(async () => {
  app = await openApp()
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

  it.each(ROLES)('no page of %s loads more than 110 kB of JavaScript', async (role) => {
    const visitor = await visitorOf(role)
    const heavy: string[] = []
    for (const path of pathsOf(role)) {
      const { javaScript } = await weigh(visitor, path)
      expect(javaScript, path).toBeGreaterThan(50 * KILOBYTE)
      if (javaScript > 110 * KILOBYTE) heavy.push(`${path}: ${javaScript} bytes`)
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

describe.each(ROLES)('%s', (role) => {
  let window: TestPage
  const strangers: string[] = []

  beforeAll(async () => {
    window = await enter({ app, browser }, role)
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
    expect(await checkLook(page)).toEqual([])
    expect(window.complaints).toEqual([])
    expect(strangers).toEqual([])
  })
})

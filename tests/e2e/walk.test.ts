/** Every page of every role, opened in a real browser and looked at as a person would (spec §2 and §6). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, openApp } from '#tests/support/app.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/browser.ts'
import { checkLook, checkWords } from '#tests/support/page-checks.ts'
import { prepareTrades, type SampleTrades } from '#tests/support/sample-trades.ts'
import { enter, open, ROLES, type Stop, TOUR } from '#tests/support/tour.ts'

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

describe.each(ROLES)('%s', (role) => {
  let window: TestPage
  const strangers: string[] = []

  beforeAll(async () => {
    window = await enter({ app, browser }, role)
    window.context.on('request', (request) => {
      if (new URL(request.url()).origin !== app.origin) strangers.push(request.url())
    })
  })

  afterAll(() => window?.close())

  it.each(TOUR[role])('$name is whole at $path', async (stop) => {
    window.complaints.length = 0
    strangers.length = 0
    const { page } = window
    const status = await open(page, stop, { app, trades })
    expect(status).toBe(stop.status ?? 200)
    if (stop.lands !== undefined) expect(new URL(page.url()).pathname).toBe(stop.lands)
    expect(await page.title()).toBe(`${stop.title}: Quayside`)
    expect(await page.locator('h1').allInnerTexts()).toEqual([h1Of(stop)])
    expect(await checkWords(page)).toEqual([])
    expect(await checkLook(page)).toEqual([])
    expect(window.complaints).toEqual([])
    expect(strangers).toEqual([])
  })
})

function h1Of({ h1, title }: Stop): string {
  return h1 ?? title
}

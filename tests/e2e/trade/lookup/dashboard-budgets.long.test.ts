/** Length of the dashboard and of the Admin Panel's overview on a phone, against their budgets (docs/decisions/132). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Language } from '#app/kernel/domain/words/languages.ts'
import { LANGUAGES } from '#app/kernel/i18n/languages.ts'
import { payWithoutMemo, registerAlike } from '#tests/support/app/admin-app.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'
import { type Budget, measurePage, PHONE, printLengths } from '#tests/support/look/page-length.ts'
import { prepareStages } from '#tests/support/tour/sample-trades.ts'
import { enter } from '#tests/support/tour/tour.ts'

const STAGES = ['unfunded', 'short', 'funded', 'confirmed', 'rejected', 'released', 'disputed'] as const

const DASHBOARD = { screens: 3, words: 320 }
const OVERVIEW = { screens: 1.5, words: 180 }
/** Other languages need more room than English. */
const LONGER = 1.4

/** A Quayside of its own: lists that other tests fill become longer. */
let app: OwnApp
let browser: TestBrowser

beforeAll(async () => {
  app = await openOwnApp()
  browser = await openBrowser()
  await prepareStages(app, STAGES)
  await payWithoutMemo(app, '12.5')
  await registerAlike(app)
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
})

it.each([
  { words: 'with JavaScript', javaScript: true, languages: Object.keys(LANGUAGES) as Language[] },
  { words: 'without JavaScript', javaScript: false, languages: ['en', 'ru'] as const },
])(
  '$words: the dashboard with seven escrows and the overview are as short as they may be',
  async ({ javaScript, languages }) => {
    const rows: Budget[] = []
    for (const who of ['paid.buyer', 'seller', 'operator'] as const) {
      const window = await enter({ app, browser }, who, { javaScript })
      const path = who === 'operator' ? '/admin-panel' : '/dashboard'
      for (const language of languages) rows.push(await measure(window, { who, path, language }))
      expect(window.complaints).toEqual([])
      await window.close()
    }
    printLengths(rows)
    for (const { page, screens, found } of rows) expect(found.screens, page).toBeLessThanOrEqual(screens)
    for (const { page, words, found } of rows) expect(found.words, page).toBeLessThanOrEqual(words)
    // The search stays folded until somebody opens it.
    for (const { page, found } of rows) expect(found.fields, page).toBeLessThanOrEqual(1)
  },
)

async function measure(
  { page }: TestPage,
  { who, path, language }: { who: string; path: '/dashboard' | '/admin-panel'; language: Language },
): Promise<Budget> {
  await page.setViewportSize(PHONE)
  await page.goto(`${app.origin}${path}?lng=${language}`)
  const most = path === '/dashboard' ? DASHBOARD : OVERVIEW
  const times = language === 'en' ? 1 : LONGER
  const found = await measurePage(page)
  const at = (english: number) => Math.round(english * times * 100) / 100
  return { page: `${path} ${who} ${language}`, screens: at(most.screens), words: at(most.words), found }
}

/** Length of an escrow's page on a phone at each stage, against its budget (docs/decisions/132). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Language } from '#app/kernel/domain/words/languages.ts'
import { LANGUAGES } from '#app/kernel/i18n/languages.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { contract } from '#scripts/trade/papers.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'
import { type Budget, measurePage, PHONE, printLengths } from '#tests/support/look/page-length.ts'
import { prepareStages } from '#tests/support/tour/sample-trades.ts'
import { enter } from '#tests/support/tour/tour.ts'

const STAGES = ['unfunded', 'short', 'funded', 'confirmed', 'rejected', 'released', 'disputed', 'refunded'] as const
type Stage = (typeof STAGES)[number]
type Most = { screens: number; words: number }

/** In English. The rejected escrow has an open offer of a lower price, the dispute an offer to divide. */
const MOST: Record<'paid.buyer' | 'seller', Partial<Record<Stage | 'opened', Most>>> = {
  'paid.buyer': {
    opened: { screens: 2.5, words: 260 },
    unfunded: { screens: 2.5, words: 260 },
    short: { screens: 2.5, words: 260 },
    funded: { screens: 2, words: 200 },
    confirmed: { screens: 3.5, words: 380 },
    rejected: { screens: 2.5, words: 260 },
    disputed: { screens: 3, words: 330 },
    released: { screens: 2, words: 200 },
    refunded: { screens: 2, words: 200 },
  },
  seller: {
    unfunded: { screens: 2, words: 240 },
    short: { screens: 2, words: 240 },
    funded: { screens: 3, words: 330 },
    confirmed: { screens: 3, words: 330 },
    rejected: { screens: 3, words: 330 },
    disputed: { screens: 3, words: 330 },
    released: { screens: 2, words: 200 },
  },
}

/** Other languages need more room than English. */
const LONGER = 1.4

let app: OwnApp
let browser: TestBrowser
let trades: Record<Stage, string>

beforeAll(async () => {
  app = await openOwnApp()
  browser = await openBrowser()
  trades = await prepareStages(app, STAGES)
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
})

it.each([
  { words: 'with JavaScript', javaScript: true, languages: Object.keys(LANGUAGES) as Language[] },
  { words: 'without JavaScript', javaScript: false, languages: ['en', 'ru'] as const },
])('$words: the page of an escrow is as short as it may be at each stage', async ({ javaScript, languages }) => {
  const rows: Budget[] = []
  for (const who of ['paid.buyer', 'seller'] as const) {
    const window = await enter({ app, browser }, who, { javaScript })
    for (const language of languages) rows.push(...(await measureStages(window, { who, language })))
    await window.close()
  }
  printLengths(rows)
  for (const { page, screens, found } of rows) expect(found.screens, page).toBeLessThanOrEqual(screens)
  for (const { page, words, found } of rows) expect(found.words, page).toBeLessThanOrEqual(words)
})

it('of a buyer who decides: documents, wallet, decision in this order, and the way to it always in reach', async () => {
  const { page, close } = await enter({ app, browser }, 'paid.buyer')
  await page.setViewportSize(PHONE)
  await page.goto(`${app.origin}/transaction-lookup?txid=${trades.confirmed}`)
  const tops = await page.evaluate(() =>
    ['documents', 'wallets', 'decision', 'details'].map(
      (id) => document.getElementById(id)?.getBoundingClientRect().top ?? 0,
    ),
  )
  expect(tops.toSorted((one, other) => one - other)).toEqual(tops)
  const way = page.getByRole('link', { name: 'Go to your decision' })
  for (const share of [0, 0.25, 0.5]) {
    await page.evaluate((part) => window.scrollTo(0, part * document.documentElement.scrollHeight), share)
    const isInReach = (await way.isVisible()) || (await page.getByRole('button', { name: 'Update' }).isVisible())
    expect(isInReach).toBe(true)
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  await way.click()
  await expect
    .poll(() => page.evaluate(() => document.getElementById('decision')?.getBoundingClientRect().top))
    .toBeLessThan(300)
  await close()
})

it('a seller has confirmed after at most six taps from the letter, beside the files', async () => {
  const { page, close } = await enter({ app, browser }, 'seller')
  await page.setViewportSize(PHONE)
  const taps: string[] = []
  const tap = async (what: string, act: () => Promise<unknown>) => {
    taps.push(what)
    await act()
  }
  await tap('the link of the letter', () => page.goto(`${app.origin}/dashboard?txid=${trades.funded}`))
  const files = {
    name: 'paper.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await contract('papers').arrayBuffer()),
  }
  for (const id of ['CommercialInvoice', 'PackingList', 'BillOfLading']) {
    await page.locator(`#${id}`).setInputFiles(files)
  }
  await tap('wallet', () => page.getByLabel('XRP wallet address').fill(playAddress('seller', 'XRP')))
  await tap('terms', () => page.getByLabel('I accept the contract terms.').check())
  await tap('robot', () => page.getByLabel('I am not a robot.').check())
  // A form sent faster than a person could is taken for a robot's.
  await page.waitForTimeout(3_000)
  await tap('confirm', () => page.getByRole('button', { name: 'Confirm shipment' }).click())
  await page.getByRole('heading', { name: 'Confirmation Received' }).waitFor()
  expect(taps.length).toBeLessThanOrEqual(6)
  await close()
})

async function measureStages(
  { page }: TestPage,
  { who, language }: { who: 'paid.buyer' | 'seller'; language: Language },
): Promise<Budget[]> {
  await page.setViewportSize(PHONE)
  const times = language === 'en' ? 1 : LONGER
  const at = (english: number) => Math.round(english * times * 100) / 100
  const rows: Budget[] = []
  for (const [stage, most] of Object.entries(MOST[who]) as [Stage | 'opened', Most][]) {
    await page.goto(`${app.origin}${pathOf(who, stage)}&lng=${language}`)
    const found = await measurePage(page)
    rows.push({ page: `${who} ${stage} ${language}`, screens: at(most.screens), words: at(most.words), found })
  }
  return rows
}

function pathOf(who: 'paid.buyer' | 'seller', stage: Stage | 'opened'): string {
  if (stage === 'opened') return `/submit?opened=${trades.unfunded}`
  return `${who === 'seller' ? '/seller-confirm' : '/transaction-lookup'}?txid=${trades[stage]}`
}

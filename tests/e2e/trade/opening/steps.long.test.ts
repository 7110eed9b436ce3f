/** An escrow is drafted in three short steps that lose nothing, with JavaScript and without (docs/decisions/135). */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Language } from '#app/kernel/domain/words/languages.ts'
import { LANGUAGES } from '#app/kernel/i18n/languages.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import { openRow } from '#tests/support/app/journey.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'
import { BROWSERS } from '#tests/support/app/payer.ts'
import { type Budget, measurePage, type PageLength, PHONE, printLengths } from '#tests/support/look/page-length.ts'
import { findOverflow } from '#tests/support/tour/page-checks.ts'
import { enter } from '#tests/support/tour/tour.ts'
import { samplePdf } from '#tests/support/world/sample-files.ts'

/** In English; other languages may take 1.4 times as much. */
const MOST = { screens: 1.8, words: 180, fields: 8 }
const LONGER = 1.4
const SELLER = 'mehmet@demir.example'

let app: OwnApp
let browser: TestBrowser

beforeAll(async () => {
  app = await openOwnApp()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const contract = { name: 'contract-2026-118.pdf', mimeType: 'application/pdf', buffer: samplePdf('Contract') }
const go = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

async function fillTrade(page: Page): Promise<void> {
  await page.goto(`${app.origin}/submit`)
  await page.getByLabel('Currency').selectOption('USDC')
  await page.getByLabel('Amount').fill('18,000.00')
  await page.getByLabel('Notes').fill('12 espresso machines, type E2, CIF Gothenburg.')
  await page.getByLabel('Seller’s email').fill(SELLER)
  await page.getByLabel('The seller reads').selectOption('tr')
  await page.getByLabel('Contract file').setInputFiles(contract)
}

const addressOf = (page: Page, step: string) => {
  const form = new URL(page.url()).searchParams.get('form')
  return `${app.origin}/submit?form=${form}&step=${step}`
}

it.each([
  { words: 'with JavaScript', javaScript: true, languages: Object.keys(LANGUAGES) as Language[] },
  { words: 'without JavaScript', javaScript: false, languages: ['en'] as Language[] },
])('each step is short on a phone, $words', async ({ javaScript, languages }) => {
  const window = await enter({ app, browser }, 'paid.buyer', { javaScript })
  const { page } = window
  await page.setViewportSize(PHONE)
  await fillTrade(page)
  await go(page)
  await page.getByRole('heading', { name: 'Dates of this trade' }).waitFor()
  await go(page)
  await page.getByRole('button', { name: 'Submit Transaction' }).waitFor()
  const table: Budget[] = []
  const over: string[] = []
  for (const language of languages) {
    const factor = language === 'en' ? 1 : LONGER
    for (const step of ['trade', 'dates', 'check']) {
      await page.goto(`${addressOf(page, step)}&lng=${language}`)
      const found: PageLength = await measurePage(page)
      const most = { screens: MOST.screens * factor, words: Math.round(MOST.words * factor) }
      table.push({ page: `${language} ${step}`, ...most, found })
      if (found.screens > most.screens || found.words > most.words || found.fields > MOST.fields) {
        over.push(`${language} ${step}: ${found.screens} screens, ${found.words} words, ${found.fields} fields`)
      }
      const wide = await page.evaluate(findOverflow)
      if (wide.length > 0) over.push(`${language} ${step}: wider than the screen: ${wide.join(', ')}`)
    }
  }
  printLengths(table)
  expect(over).toEqual([])
  await window.close()
})

it('the page for forwarders is at most 5 screens, other languages 1.4 times as much', async () => {
  const { page, close } = await browser.newPage({ viewport: PHONE })
  const table: Budget[] = []
  for (const language of Object.keys(LANGUAGES)) {
    await page.goto(`${app.origin}/freight-forwarders?lng=${language}`)
    const factor = language === 'en' ? 1 : LONGER
    table.push({ page: language, screens: 5 * factor, words: 650 * factor, found: await measurePage(page) })
  }
  printLengths(table)
  expect(table.filter(({ screens, words, found }) => found.screens > screens || found.words > words)).toEqual([])
  await close()
})

describe.each(BROWSERS)('$words', ({ javaScript }) => {
  it('what was typed stays: refused, gone back to, changed from the check, and the file through all of it', async () => {
    const window = await enter({ app, browser }, 'paid.buyer', { javaScript })
    const { page } = window
    await page.setViewportSize(PHONE)
    await fillTrade(page)
    await page.getByLabel('Amount').fill('18.000')
    await go(page)
    // The amount can be read in two ways: the page asks, and the choice counts.
    await page.getByText('can be read in two ways').first().waitFor()
    await page.getByText('contract-2026-118.pdf').first().waitFor()
    await page.getByRole('radio', { name: '18,000' }).first().check()
    await go(page)
    await page.getByRole('heading', { name: 'Dates of this trade' }).waitFor()
    await openRow(page, 'You examine them within')
    await page.getByLabel('Working days to examine').fill('7')
    await go(page)
    const main = page.getByRole('main')
    await main.getByText('18,000.00 USDC').first().waitFor()
    for (const words of [SELLER, 'contract-2026-118.pdf', 'Türkçe', 'Commercial Invoice', 'The seller states it']) {
      await main.getByText(words).first().waitFor()
    }
    await main.getByRole('link', { name: 'Edit The trade' }).click()
    await page.getByLabel('Notes').fill('14 espresso machines')
    expect(await page.getByLabel('Seller’s email').inputValue()).toBe(SELLER)
    await go(page)
    await main.getByText('14 espresso machines').waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await openRow(page, 'You examine them within')
    expect(await page.getByLabel('Working days to examine').inputValue()).toBe('7')
    await page.goto(addressOf(page, 'check'))
    await page.getByRole('button', { name: 'Submit Transaction' }).click()
    await page.getByRole('heading', { name: 'Escrow TXID' }).waitFor()
    const txid = /auto_[0-9A-Z]{20}/.exec((await main.textContent()) ?? '')?.[0]
    const [escrow] = await app.query<{ amount: string; notes: string; fileName: string }>(
      `select e.amount::text, e.notes, c."fileName" from escrow e join escrow_contract c on c."escrowId" = e.id
       where e."transactionId" = $1`,
      [txid],
    )
    expect(escrow).toEqual({
      amount: '18000.0000000',
      notes: '14 espresso machines',
      fileName: 'contract-2026-118.pdf',
    })
    await window.close()
  })

  it('an amount written as elsewhere is offered, a file is taken away again, and Enter goes on', async () => {
    const window = await enter({ app, browser }, 'paid.buyer', { javaScript })
    const { page } = window
    await fillTrade(page)
    await page.getByLabel('Amount').fill('18.000,00')
    await go(page)
    await page.getByText('Do you mean this amount?').first().waitFor()
    await page.getByRole('radio', { name: '18,000' }).check()
    await page.getByRole('button', { name: /^Delete/ }).click()
    await page.getByLabel('Contract file').waitFor()
    expect(await page.getByLabel('Amount').inputValue()).toBe('18.000,00')
    await openRow(page, 'Receiving wallet: the seller’s')
    await page.getByRole('radio', { name: 'I have the seller’s wallet' }).check()
    await page.getByLabel('Receiving wallet address').fill(playAddress('seller', 'USDC'))
    await page.getByLabel('Amount').press('Enter')
    await page.getByRole('heading', { name: 'Dates of this trade' }).waitFor()
    await page.goto(addressOf(page, 'check'))
    await page.getByRole('heading', { name: 'Dates of this trade' }).waitFor()
    await window.close()
  })
})

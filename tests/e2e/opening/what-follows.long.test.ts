/** The form that opens an escrow and the page after it say what follows from the very choices that were made. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playAddress } from '#scripts/trade/harbour.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import { openUnpaid, registerPilot } from '#tests/support/app/journey.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'
import { enter } from '#tests/support/tour/tour.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  app = await borrowApp()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const ORDER = { asset: 'XLM' as const, amount: '17.25', sellerEmail: 'seller@demo.example' }

const shows = (page: Page, words: string) => page.getByText(words).filter({ visible: true }).count()

async function expectShown(page: Page, shown: Record<string, boolean>): Promise<void> {
  for (const [words, isShown] of Object.entries(shown)) {
    await expect.poll(() => shows(page, words), { message: words }).toBe(isShown ? 1 : 0)
  }
}

describe.each([
  { words: 'with JavaScript', javaScript: true },
  { words: 'without JavaScript', javaScript: false },
])('$words', ({ javaScript }) => {
  const newBuyer = async () => {
    const buyer = await browser.newPage({ javaScript })
    await registerPilot(buyer.page, { origin: app.origin, email: `pilot.${crypto.randomUUID()}@trade.example` })
    return buyer
  }

  it('silence accepts nothing where the seller states the wallet, and each ledger is told by its currencies', async () => {
    // Stellar binds reserves of ours: it is offered to those who have paid a fee (docs/decisions/128).
    const { page, complaints, close } = await enter({ app, browser }, 'paid.buyer', { javaScript })
    await page.goto(`${app.origin}/submit`)
    const left = 'the documents never count as accepted by themselves'
    const choose = (name: string) => page.getByRole('radio', { name }).check()
    await expectShown(page, { [left]: false })
    await choose('The documents count as accepted')
    await expectShown(page, { [left]: false })
    await choose('I don’t have it: let the seller state it')
    await expectShown(page, { [left]: true })
    await choose('I have the seller’s wallet')
    await expectShown(page, { [left]: false })

    const ofXrp = 'XRP: Quayside can release it to this seller’s wallet and nowhere else.'
    const ofStellar = 'XLM, USDC: Nobody alone can move it, Quayside included.'
    await page.getByLabel('Currency').selectOption('XRP')
    await expectShown(page, { [ofXrp]: true, [ofStellar]: false, 'it comes back only after the date': false })
    await choose('The ledger itself')
    await expectShown(page, { [left]: true, 'it comes back only after the date': true })
    await page.getByLabel('Currency').selectOption('USDC')
    await expectShown(page, { [ofXrp]: false, [ofStellar]: true, 'once you have signed in your wallet': true })
    expect(complaints).toEqual([])
    await close()
  })

  it.each([
    { dates: 'With dates', words: 'By when the whole amount has to be here stands at the top', isDated: true },
    { dates: 'Without dates', words: 'The ledger is still watched, without a time limit.', isDated: false },
  ])('$dates: “$words”', async ({ dates, words, isDated }) => {
    const { page, complaints, close } = await newBuyer()
    await page.getByRole('radio', { name: dates, exact: false }).first().check()
    const { txid } = await openUnpaid(page, { ...ORDER, payout: playAddress('seller', 'XLM') })
    await page.goto(`${app.origin}/submit?opened=${txid}&look=10`)
    await page.getByText(words).waitFor()
    expect((await page.getByText('Payment due by').count()) > 0).toBe(isDated)
    expect(complaints).toEqual([])
    await close()
  })
})

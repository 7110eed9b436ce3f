/** The form that opens an escrow and the page after it state what follows from the choices that were made. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playAddress } from '#scripts/trade/harbour.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import { fillTrade, openDrafted, openRow, registerPilot } from '#tests/support/app/journey.ts'
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
    const left = 'Quayside still decides: nobody has checked the wallet'
    const silence = 'If you decide nothing'
    const holder = 'Who holds the money?'
    const ofXrp = 'Quayside can release it only to this seller’s wallet.'
    const ofStellar = 'Two of buyer, seller and Quayside can move it, nobody alone.'
    const choose = (name: string) => page.getByRole('radio', { name }).check()

    const order = { ...ORDER, payout: playAddress('seller', 'XLM') }
    await page.goto(`${app.origin}/submit`)
    await fillTrade(page, order)
    // The wallet is saved with it: the next form offers one more choice, for this currency only.
    await openDrafted(page)
    await page.goto(`${app.origin}/submit`)
    await fillTrade(page, order)
    await openRow(page, silence)
    await openRow(page, holder)
    const signed = 'once you have signed in your wallet'
    await expectShown(page, { [left]: false, [ofStellar]: true, [ofXrp]: false, [signed]: false })
    await choose('The ledger itself')
    await expectShown(page, { [signed]: true })

    await page.getByRole('link', { name: 'The trade' }).click()
    await openRow(page, 'Receiving wallet: the seller’s')
    await page.getByLabel('Receiving wallet address').fill('')
    await choose('The seller states it')
    await page.getByLabel('Currency').selectOption('XRP')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Dates of this trade' }).waitFor()
    await openRow(page, silence)
    await openRow(page, holder)
    const afterDate = 'It comes back only after the ledger’s date'
    await expectShown(page, { [left]: true, [ofStellar]: false, [ofXrp]: true, [afterDate]: false })
    await choose('The ledger itself')
    await expectShown(page, { [afterDate]: true, [signed]: false })
    expect(complaints).toEqual([])
    await close()
  })

  it.each([
    { dates: 'With dates', isDated: true },
    { dates: 'Without dates', isDated: false },
  ])('$dates: we keep looking, and the date is shown where there is one', async ({ dates, isDated }) => {
    const { page, complaints, close } = await newBuyer()
    await fillTrade(page, { ...ORDER, payout: playAddress('seller', 'XLM') })
    await openRow(page, 'No dates?')
    await page.getByRole('radio', { name: dates, exact: false }).first().check()
    const { txid } = await openDrafted(page)
    await page.goto(`${app.origin}/submit?opened=${txid}&look=10`)
    await page.getByText('We keep looking, and email you').waitFor()
    expect((await page.getByText('Payment due by').count()) > 0).toBe(isDated)
    expect(complaints).toEqual([])
    await close()
  })
})

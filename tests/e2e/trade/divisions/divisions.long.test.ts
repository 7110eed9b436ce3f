/** Both sides agree on a split, by clicking, with and without JavaScript: where the money goes, to the last unit. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { DEMO_ACCOUNTS } from '#prisma/demo-accounts.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { confirmShipment, openUnpaid, registerPilot } from '#tests/support/app/journey.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'
import { openFold, openWaysOut } from '#tests/support/look/folds.ts'
import { complains, headed, press } from '#tests/support/settlement/page-acts.ts'
import { enter } from '#tests/support/tour/tour.ts'

/** The buyer's refund wallet; nothing else is paid to it in this file. */
const BACK = 'second-buyer'
const SELLER_EMAIL = DEMO_ACCOUNTS.find(({ role }) => role === 'seller')?.email ?? ''

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

describe.each([
  { words: 'with JavaScript', javaScript: true },
  { words: 'without JavaScript', javaScript: false },
])('$words', ({ javaScript }) => {
  let sellers: TestPage

  // Once: logins of an account are limited.
  beforeAll(async () => {
    sellers = await enter({ app, browser }, 'seller', { javaScript })
  })
  afterAll(() => sellers?.close())

  it('a dispute, an offer, another one, which is accepted: both are paid', async () => {
    await using trade = await presented({ sellers, javaScript, asset: 'USDC', amount: '100' })
    const { buyer, seller } = trade
    const before = { buyer: await balance(BACK, 'USDC'), seller: await balance('seller', 'USDC') }
    await buyer.goto(trade.lookup)
    await openWaysOut(buyer)
    await buyer.getByText('Open a dispute', { exact: true }).click()
    await buyer.getByLabel('What is the dispute about?').fill('Sixteen bags are wet.')
    await buyer.locator('#open_dispute-refundAddress').fill(playAddress(BACK, 'USDC'))
    await press(buyer, 'Open the dispute')
    await headed(buyer, 'In dispute: Quayside decides about 100.00 USDC.')
    await buyer.getByText('Quayside means to decide by').waitFor()

    await makeAnOffer(buyer)
    await buyer.getByLabel('The seller gets').fill('100.5')
    await press(buyer, 'Send the offer')
    await complains(buyer, 'Enter the seller’s share, at most the whole.')
    expect(await buyer.getByLabel('The seller gets').inputValue()).toBe('100.5')
    await buyer.getByLabel('The seller gets').fill('40')
    await buyer.getByLabel('Your comment').fill('Sixteen of forty.')
    await press(buyer, 'Send the offer')
    await buyer.getByText('Offer made.').waitFor()

    await seller.goto(trade.lookup)
    await seller.getByText('Sixteen of forty.').first().waitFor()
    await makeAnOffer(seller)
    await seller.getByLabel('The seller gets').fill('62.1234567')
    if (javaScript) await seller.getByText('The buyer gets 37.8765433 USDC.').waitFor()
    await press(seller, 'Send the offer')
    await seller.getByText('Offer made.').waitFor()

    await buyer.goto(trade.lookup)
    await press(buyer, 'Accept')
    await headed(buyer, 'Agree to this division?')
    await buyer.getByText('62.1234567 USDC').first().waitFor()
    await buyer.getByText('37.8765433 USDC').first().waitFor()
    expect(await balance('seller', 'USDC')).toBe(before.seller)
    await press(buyer, 'Yes, agree')
    await headed(buyer, '100.00 USDC was divided.')
    await buyer.getByText('As agreed:').first().waitFor()
    await seller.goto(trade.lookup)
    await headed(seller, '100.00 USDC was divided.')
    await seller.getByText('Settled by both sides').first().waitFor()
    expect(gained(await balance(BACK, 'USDC'), before.buyer)).toBe('37.8765433')
    expect(gained(await balance('seller', 'USDC'), before.seller)).toBe('62.1234567')
    expect(trade.complaints()).toEqual([])
  })

  it('a lower price, which the seller agrees to on the own page: both are paid', async () => {
    await using trade = await presented({ sellers, javaScript, asset: 'XRP', amount: '40.000001' })
    const { buyer, seller, txid } = trade
    const before = { buyer: await balance(BACK, 'XRP'), seller: await balance('seller', 'XRP') }
    await buyer.goto(trade.lookup)
    await openFold(buyer, 'Offer a lower price')
    await buyer.getByLabel('The seller gets').fill('30.5')
    await buyer.getByLabel('Your comment').fill('Two bags are torn.')
    await buyer.locator('#propose_division-refundAddress').fill(playAddress(BACK, 'XRP'))
    await press(buyer, 'Send the offer')
    await buyer.getByText('Offer made.').waitFor()

    await seller.goto(`${app.origin}/seller-confirm?txid=${txid}`)
    await seller.getByText('Two bags are torn.').first().waitFor()
    await press(seller, 'Accept')
    await headed(seller, 'Agree to this division?')
    expect(await seller.getByRole('main').textContent()).not.toContain(playAddress(BACK, 'XRP').slice(0, 6))
    await press(seller, 'Yes, agree')
    await seller.getByText('Both agreed: the money is divided.').waitFor()
    await seller.goto(trade.lookup)
    await headed(seller, '40.000001 XRP was divided.')
    await buyer.goto(trade.lookup)
    await headed(buyer, '40.000001 XRP was divided.')
    expect(gained(await balance(BACK, 'XRP'), before.buyer)).toBe('9.500001')
    expect(gained(await balance('seller', 'XRP'), before.seller)).toBe('30.5')
    expect(trade.complaints()).toEqual([])
  })

  it.runIf(javaScript)('the slider and the field say the same, on a phone too', async () => {
    await using trade = await presented({ sellers, javaScript, asset: 'XLM', amount: '10' })
    const { buyer } = trade
    await buyer.setViewportSize({ width: 390, height: 844 })
    await buyer.goto(trade.lookup)
    await openFold(buyer, 'Offer a lower price')
    const field = buyer.getByLabel('The seller gets')
    const slider = buyer.getByLabel('Or move the slider')
    await slider.fill('150')
    expect(await field.inputValue()).toBe('7.5')
    await buyer.getByText('The buyer gets 2.5000 XLM.').waitFor()
    await field.fill('2.5')
    await expect.poll(() => slider.inputValue()).toBe('50')
    const [inner, outer] = await buyer.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
    expect(inner).toBeLessThanOrEqual(outer ?? 0)
    expect(trade.complaints()).toEqual([])
  })
})

async function makeAnOffer(page: Page): Promise<void> {
  await page.getByText('Make an offer', { exact: true }).first().click()
}

type Opening = { sellers: TestPage; javaScript: boolean; asset: Asset; amount: string }

/** Opens a funded escrow of a new buyer whose seller, the demo seller, has presented documents. */
async function presented({ sellers, javaScript, asset, amount }: Opening) {
  const buyers = await browser.newPage({ javaScript })
  const { page: buyer } = buyers
  const { page: seller } = sellers
  sellers.complaints.length = 0
  await registerPilot(buyer, { origin: app.origin, email: `pilot.${crypto.randomUUID()}@trade.example` })
  const payout = playAddress('seller', asset)
  const { txid, uri } = await openUnpaid(buyer, { asset, amount, sellerEmail: SELLER_EMAIL, payout })
  await app.harbour.pay({ from: 'buyer', uri })
  const funded = 'select 1 from escrow where "transactionId" = $1 and "verifiedAt" is not null'
  await app.untilRow('it is funded', funded, [txid])
  await seller.goto(`${app.origin}/seller-confirm`)
  await confirmShipment(seller, { txid, payout })
  return {
    buyer,
    seller,
    txid,
    lookup: `${app.origin}/transaction-lookup?txid=${txid}`,
    complaints: () => [...buyers.complaints, ...sellers.complaints],
    [Symbol.asyncDispose]: () => buyers.close(),
  }
}

async function balance(account: string, asset: Asset): Promise<string> {
  return (await app.harbour.balances(account))[asset]?.toFixed() ?? '0'
}

function gained(after: string, before: string): string {
  return new Decimal(after).minus(before).toFixed()
}

/** A payout whose wallet no longer takes money, by clicking: another one is proposed, compared, agreed to and paid. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { PORT_OFFSETS } from '#harbour/environment.ts'
import { DEMO_ACCOUNTS } from '#prisma/demo-accounts.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import { confirmShipment, openUnpaid, registerPilot } from '#tests/support/app/journey.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'
import { openDetails } from '#tests/support/look/folds.ts'
import { setDepositAuth } from '#tests/support/settlement/closed-wallets.ts'
import { complains, headed, press } from '#tests/support/settlement/page-acts.ts'
import { enter } from '#tests/support/tour/tour.ts'

const SELLER_EMAIL = DEMO_ACCOUNTS.find(({ role }) => role === 'seller')?.email ?? ''
const CLOSED = playAddress('friend', 'XRP')

let app: App
let browser: TestBrowser

beforeAll(async () => {
  app = await borrowApp()
  browser = await openBrowser()
})
afterEach(() => setClosed(false))
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

describe.each([
  { words: 'with JavaScript', javaScript: true },
  { words: 'without JavaScript', javaScript: false },
])('$words', ({ javaScript }) => {
  it('the seller proposes another wallet, the buyer agrees to the one that was shown, and it is paid', async () => {
    const buyers = await browser.newPage({ javaScript })
    const sellers = await enter({ app, browser }, 'seller', { javaScript })
    const { page: buyer } = buyers
    const { page: seller } = sellers
    const txid = await approveForClosedWallet({ buyer, seller })
    const lookup = `${app.origin}/transaction-lookup?txid=${txid}`
    const before = await balance('seller')

    await headed(buyer, 'Payout waits: the seller’s wallet cannot receive it.')
    expect(await buyer.getByRole('button', { name: 'Propose this wallet' }).count()).toBe(0)
    await seller.goto(`${app.origin}/seller-confirm?txid=${txid}`)
    await seller.getByText('Or propose another wallet below.').waitFor()
    await press(seller, 'Propose this wallet')
    await complains(seller, 'Please enter your wallet address.')
    await propose(seller, 'exchange')
    await complains(seller, 'This address needs its destination tag.')
    expect(await seller.getByLabel('Your XRP wallet').inputValue()).toBe(playAddress('exchange', 'XRP'))
    await propose(seller, 'exchange', '4711')
    await seller.getByRole('status').filter({ hasText: 'Another payout wallet proposed' }).waitFor()
    await seller.getByRole('heading', { name: 'The buyer compares your proposed wallet.' }).waitFor()

    await buyer.goto(lookup)
    await headed(buyer, 'Another payout wallet is proposed. Compare, then decide.')
    await buyer.getByText('Call the seller first.').waitFor()
    expect(await marked(buyer)).toEqual([true, true])
    await press(buyer, 'Agree to this wallet')
    await headed(buyer, 'Pay 24.5000 XRP to this wallet?')
    expect(await marked(buyer)).toEqual([true, true])

    await propose(seller, 'seller')
    // The first proposal shows the same message already, so the row is awaited.
    await app.untilRow(
      'the second proposal is kept',
      'select 1 from escrow where "transactionId" = $1 and "proposedPayoutAddress" = $2',
      [txid, playAddress('seller', 'XRP')],
    )
    await press(buyer, 'Yes, pay to this wallet')
    await buyer.getByRole('alert').getByText('The seller’s wallet changed.').waitFor()
    await press(buyer, 'Agree to this wallet')
    await headed(buyer, 'Pay 24.5000 XRP to this wallet?')
    await press(buyer, 'Yes, pay to this wallet')
    await headed(buyer, 'The seller was paid 24.5000 XRP.')
    await openDetails(buyer)
    await buyer.getByText('Another payout wallet agreed').first().waitFor()
    expect(new Decimal(await balance('seller')).minus(before).toFixed()).toBe('24.5')
    await seller.goto(`${app.origin}/seller-confirm?txid=${txid}`)
    await seller.getByRole('heading', { name: 'You were paid 24.5000 XRP.' }).waitFor()
    expect(await seller.getByRole('button', { name: 'Propose this wallet' }).count()).toBe(0)
    expect([...buyers.complaints, ...sellers.complaints]).toEqual([])
    await buyers.close()
    await sellers.close()
  })
})

/** Funded, confirmed and approved; the wallet is closed before the money leaves. The buyer is on the lookup page. */
async function approveForClosedWallet({ buyer, seller }: { buyer: Page; seller: Page }): Promise<string> {
  await registerPilot(buyer, { origin: app.origin, email: `pilot.${crypto.randomUUID()}@trade.example` })
  const escrow = { asset: 'XRP', amount: '24.5', sellerEmail: SELLER_EMAIL, payout: CLOSED } as const
  const { txid, uri } = await openUnpaid(buyer, escrow)
  await app.harbour.pay({ from: 'buyer', uri })
  await app.untilRow('it is funded', 'select 1 from escrow where "transactionId" = $1 and "txValidated"', [txid])
  await seller.goto(`${app.origin}/seller-confirm`)
  await confirmShipment(seller, { txid, payout: CLOSED })
  await setClosed(true)
  await buyer.goto(`${app.origin}/transaction-lookup?txid=${txid}`)
  await buyer.getByRole('radio', { name: 'Approved' }).check()
  await press(buyer, 'Update')
  await press(buyer, 'Yes, approve and release')
  return txid
}

function setClosed(isOn: boolean): Promise<void> {
  const port = Number(new URL(app.harbourOrigin).port) + PORT_OFFSETS.rippled
  return setDepositAuth({ url: `ws://127.0.0.1:${port}`, name: 'friend', isOn })
}

async function propose(page: Page, name: 'seller' | 'exchange', tag = ''): Promise<void> {
  await page.getByLabel('Your XRP wallet').fill(playAddress(name, 'XRP'))
  await page.getByLabel('Destination tag').fill(tag)
  await press(page, 'Propose this wallet')
}

/** Returns for each of the two wallets whether it has marked groups. */
async function marked(page: Page): Promise<boolean[]> {
  const cards = page.locator('.wallet').filter({ hasText: /^(Proposed by the seller|Stated before)/ })
  await cards.first().waitFor()
  return Promise.all((await cards.all()).map(async (card) => (await card.locator('mark').count()) > 0))
}

async function balance(account: string): Promise<string> {
  return (await app.harbour.balances(account)).XRP?.toFixed() ?? '0'
}

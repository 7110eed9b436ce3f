/** The other settlements, by clicking, with and without JavaScript: where the money goes, to the stroop and drop. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { DEMO_ACCOUNTS } from '#prisma/demo-accounts.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { confirmShipment, openUnpaid, registerPilot } from '#tests/support/app/journey.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'
import { openDetails, openFold, openWaysOut } from '#tests/support/look/folds.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { complains, headed, press } from '#tests/support/settlement/page-acts.ts'
import { divideDispute } from '#tests/support/tour/other-ends.ts'
import { enter } from '#tests/support/tour/tour.ts'
import { samplePdf } from '#tests/support/world/sample-files.ts'

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

  it('a refund is asked for, declined, asked for again, agreed to and paid back', async () => {
    await using trade = await open({ sellers, javaScript, asset: 'XLM', amount: '31.1234567', pays: '31.1234567' })
    const { buyer, seller } = trade
    const before = await balance(BACK, 'XLM')

    await openWaysOut(buyer)
    await buyer.getByText('Ask for a refund').click()
    await buyer.locator('#ask_refund-refundAddress').fill(playAddress(BACK, 'XLM'))
    await press(buyer, 'Ask the seller')
    await complains(buyer, 'Say why; the seller reads it.')
    expect(await buyer.locator('#ask_refund-refundAddress').inputValue()).toBe(playAddress(BACK, 'XLM'))
    await buyer.getByLabel('Why do you want a refund?').fill('The vessel was cancelled.')
    await press(buyer, 'Ask the seller')
    await buyer.getByRole('status').filter({ hasText: 'Refund requested' }).waitFor()
    await headed(buyer, 'You asked for 31.1234567 XLM back.')

    await seller.goto(`${app.origin}/seller-confirm?txid=${trade.txid}`)
    await seller.getByText('Do not ship now.').waitFor()
    await seller.getByText('The vessel was cancelled.').first().waitFor()
    await press(seller, 'Decline')
    await complains(seller, 'Say why; the buyer reads it.')
    await seller.getByLabel('Why do you decline?').fill('The next one sails tomorrow.')
    await press(seller, 'Decline')
    await seller.getByRole('status').filter({ hasText: 'Refund declined' }).waitFor()

    await buyer.goto(trade.lookup)
    await headed(buyer, 'Funded. The seller ships next.')
    await openDetails(buyer)
    await buyer.getByText('The next one sails tomorrow.').first().waitFor()
    await openWaysOut(buyer)
    await buyer.getByText('Ask for a refund').click()
    // The wallet that was stated before is filled in.
    expect(await buyer.locator('#ask_refund-refundAddress').inputValue()).toBe(playAddress(BACK, 'XLM'))
    await buyer.getByLabel('Why do you want a refund?').fill('Tomorrow is too late.')
    await press(buyer, 'Ask the seller')
    await buyer.getByRole('status').filter({ hasText: 'Refund requested' }).waitFor()

    await seller.goto(trade.lookup)
    await press(seller, 'Agree to the refund')
    await headed(seller, 'Give 31.1234567 XLM back to the buyer?')
    expect(await balance(BACK, 'XLM')).toBe(before)
    await press(seller, 'Yes, give it back')
    await headed(seller, '31.1234567 XLM was refunded to the buyer.')
    await buyer.goto(trade.lookup)
    await headed(buyer, '31.1234567 XLM was refunded to you.')
    expect(gained(await balance(BACK, 'XLM'), before)).toBe('31.1234567')
    expect(await seller.getByRole('main').textContent()).not.toContain(playAddress(BACK, 'XLM').slice(0, 4))
    expect(trade.complaints()).toEqual([])
  })

  it('a rejection names documents, the seller presents again, and the buyer approves', async () => {
    await using trade = await open({ sellers, javaScript, asset: 'USDC', amount: '84.25', pays: '84.25' })
    const { buyer, seller, txid } = trade
    const before = await balance('seller', 'USDC')
    await seller.goto(`${app.origin}/seller-confirm`)
    await confirmShipment(seller, { txid, payout: playAddress('seller', 'USDC') })

    await buyer.goto(trade.lookup)
    await buyer.getByRole('radio', { name: 'Rejected' }).check()
    await buyer.getByRole('checkbox', { name: 'Bill of Lading' }).check()
    await press(buyer, 'Update')
    await complains(buyer, 'Name the document and what should change.')
    expect(await buyer.getByRole('checkbox', { name: 'Bill of Lading' }).isChecked()).toBe(true)
    expect(await buyer.getByRole('checkbox', { name: 'Commercial Invoice' }).isChecked()).toBe(false)
    await buyer.getByLabel('Reason for the rejection').fill('It names another port.')
    await press(buyer, 'Update')
    await buyer.getByText('Approval status updated successfully.').waitFor()
    await buyer.getByText('Meant: Bill of Lading.').first().waitFor()

    await seller.goto(`${app.origin}/seller-confirm?txid=${txid}`)
    await seller.getByText('It names another port.').first().waitFor()
    await seller.getByText('Meant: Bill of Lading.').first().waitFor()
    await seller.locator('#BillOfLading').setInputFiles({
      name: 'bill-of-lading-2.pdf',
      buffer: samplePdf('The right port'),
      mimeType: 'application/pdf',
    })
    await seller.getByLabel('I am not a robot.').check()
    await press(seller, 'Confirm shipment')
    await seller.getByRole('heading', { name: 'Confirmation Received' }).waitFor()

    await buyer.goto(trade.lookup)
    await headed(buyer, 'Examine the documents and decide.')
    expect(await buyer.getByText('Meant:').count()).toBe(0)
    await buyer.getByRole('radio', { name: 'Approved' }).check()
    await press(buyer, 'Update')
    await press(buyer, 'Yes, approve and release')
    await headed(buyer, 'The seller was paid 84.25 USDC.')
    expect(gained(await balance('seller', 'USDC'), before)).toBe('84.25')
    expect(trade.complaints()).toEqual([])
  })

  it('an escrow that is not funded is called off, and the part that had arrived comes back', async () => {
    await using trade = await open({ sellers, javaScript, asset: 'XRP', amount: '40', pays: '12.345678' })
    const { buyer, seller, txid } = trade
    const before = await balance(BACK, 'XRP')
    await openWaysOut(buyer)
    await buyer.getByText('Call off this escrow').click()
    await press(buyer, 'Call it off')
    await complains(buyer, 'Please enter your wallet address.')
    await buyer.getByLabel('Your XRP wallet').fill(playAddress(BACK, 'XRP'))
    await press(buyer, 'Call it off')
    await headed(buyer, 'Call off this escrow?')
    await press(buyer, 'Yes, call it off')
    await buyer.getByRole('status').filter({ hasText: 'Escrow called off' }).waitFor()
    await buyer.getByText('12.345678 XRP was returned to you.').waitFor({ timeout: PATIENCE_MS })
    expect(gained(await balance(BACK, 'XRP'), before)).toBe('12.345678')
    await openDetails(buyer)
    await buyer.getByText('Send no money. What arrives is owed to you.').waitFor()
    expect(await buyer.getByRole('link', { name: 'Open in wallet app' }).count()).toBe(0)

    await seller.goto(`${app.origin}/seller-confirm?txid=${txid}`)
    await headed(seller, 'This escrow was called off.')
    expect(await seller.getByRole('button', { name: 'Confirm shipment' }).count()).toBe(0)
    expect(trade.complaints()).toEqual([])
  })

  it('what is too much goes back, and the escrow goes on', async () => {
    await using trade = await open({ sellers, javaScript, asset: 'XLM', amount: '20', pays: '20.7654321' })
    const { buyer } = trade
    const before = await balance(BACK, 'XLM')
    await openFold(buyer, '0.7654321 XLM is owed back to you')
    await buyer.getByLabel('Your XLM wallet').first().fill(playAddress(BACK, 'XLM'))
    await press(buyer, 'Send it back')
    await buyer.getByRole('status').filter({ hasText: 'Refund wallet stated' }).waitFor()
    await paidOut(trade.txid, 1)
    await buyer.goto(trade.lookup)
    await buyer.getByText('0.7654321 XLM was returned to you.').waitFor()
    await headed(buyer, 'Funded. The seller ships next.')
    expect(gained(await balance(BACK, 'XLM'), before)).toBe('0.7654321')
    // Paid: the code says so, and scanners cannot read it any more.
    await openDetails(buyer)
    await buyer.getByText('Payment QR code').click()
    await buyer.getByText('Paid. Send nothing more.').waitFor()
    expect(trade.complaints()).toEqual([])
  })

  it('either side opens a dispute and takes it back; Quayside divides the money, and both sides read how', async () => {
    await using trade = await open({ sellers, javaScript, asset: 'USDC', amount: '100', pays: '100' })
    const { buyer, seller, txid } = trade
    const before = { buyer: await balance(BACK, 'USDC'), seller: await balance('seller', 'USDC') }
    await seller.goto(`${app.origin}/seller-confirm`)
    await confirmShipment(seller, { txid, payout: playAddress('seller', 'USDC') })

    await seller.goto(trade.lookup)
    await openWaysOut(seller)
    await seller.getByText('Open a dispute', { exact: true }).click()
    await press(seller, 'Open the dispute')
    await complains(seller, 'Say why; the other side and Quayside read it.')
    await seller.getByLabel('What is the dispute about?').fill('The buyer does not answer.')
    await press(seller, 'Open the dispute')
    await seller.getByRole('status').filter({ hasText: 'Dispute opened' }).waitFor()
    await seller.goto(`${app.origin}/seller-confirm?txid=${txid}`)
    await seller.getByText('In dispute: nothing can change until it ends.').waitFor()
    await buyer.goto(trade.lookup)
    await buyer.getByText('The buyer does not answer.').first().waitFor()
    expect(await buyer.getByRole('button', { name: 'Withdraw the dispute' }).count()).toBe(0)
    expect(await buyer.getByRole('radio', { name: 'Approved' }).count()).toBe(0)
    await seller.locator('summary', { hasText: 'Withdraw the dispute' }).click()
    await press(seller, 'Withdraw the dispute')
    await seller.getByRole('status').filter({ hasText: 'Dispute withdrawn' }).waitFor()

    await buyer.goto(trade.lookup)
    await openWaysOut(buyer)
    await buyer.getByText('Open a dispute', { exact: true }).click()
    await buyer.getByLabel('What is the dispute about?').fill('Sixteen bags are wet.')
    await buyer.locator('#open_dispute-refundAddress').fill('GABC')
    await press(buyer, 'Open the dispute')
    await buyer.getByRole('alert').getByRole('link').waitFor()
    expect(await buyer.getByLabel('What is the dispute about?').inputValue()).toBe('Sixteen bags are wet.')
    expect(await buyer.locator('#open_dispute-refundAddress').inputValue()).toBe('GABC')
    await buyer.locator('#open_dispute-refundAddress').fill(playAddress(BACK, 'USDC'))
    await press(buyer, 'Open the dispute')
    await headed(buyer, 'In dispute: Quayside decides about 100.00 USDC.')

    await divideDispute(app, { txid, sellerAmount: '62.1234567', note: 'The survey counts sixteen.' })
    await buyer.goto(trade.lookup)
    await headed(buyer, '100.00 USDC was divided.')
    await buyer.getByText('37.8765433 USDC to the buyer, 62.1234567 USDC to the seller').waitFor()
    await buyer.getByText('The survey counts sixteen.').first().waitFor()
    await seller.goto(trade.lookup)
    await headed(seller, '100.00 USDC was divided.')
    await seller.getByText('The survey counts sixteen.').first().waitFor()
    expect(gained(await balance(BACK, 'USDC'), before.buyer)).toBe('37.8765433')
    expect(gained(await balance('seller', 'USDC'), before.seller)).toBe('62.1234567')
    expect(trade.complaints()).toEqual([])
  })
})

type Opening = { sellers: TestPage; javaScript: boolean; asset: Asset; amount: string; pays: string }

/** Opens an escrow of a new buyer and the demo seller; `pays` has arrived, and the buyer is on its lookup page. */
async function open({ sellers, javaScript, asset, amount, pays }: Opening) {
  const buyers = await browser.newPage({ javaScript })
  const { page: buyer } = buyers
  const { page: seller } = sellers
  sellers.complaints.length = 0
  await registerPilot(buyer, { origin: app.origin, email: `pilot.${crypto.randomUUID()}@trade.example` })
  const payout = playAddress('seller', asset)
  const { txid, uri } = await openUnpaid(buyer, { asset, amount, sellerEmail: SELLER_EMAIL, payout })
  await app.harbour.pay({ from: 'buyer', uri: uri.replace(/amount=[\d.]+/, `amount=${pays}`) })
  await app.untilRow(
    'the payment is seen',
    'select 1 from escrow where "transactionId" = $1 and "receivedAmount" > 0',
    [txid],
  )
  const lookup = `${app.origin}/transaction-lookup?txid=${txid}`
  await buyer.goto(lookup)
  return {
    buyer,
    seller,
    txid,
    lookup,
    complaints: () => [...buyers.complaints, ...sellers.complaints],
    [Symbol.asyncDispose]: () => buyers.close(),
  }
}

async function paidOut(txid: string, count: number): Promise<void> {
  await app.untilRow(
    `${count} payments out`,
    `select 1 from transfer p join escrow e on e.id = p."escrowId"
     where e."transactionId" = $1 and p.state = 'confirmed' having count(*) = $2`,
    [txid, count],
  )
}

async function balance(account: string, asset: Asset): Promise<string> {
  return (await app.harbour.balances(account))[asset]?.toFixed() ?? '0'
}

function gained(after: string, before: string): string {
  return new Decimal(after).minus(before).toFixed()
}

/** A dispute without JavaScript: statements of both sides, an offer that the seller accepts, a decision as offered. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playAddress } from '#scripts/trade/harbour.ts'
import { contract, shippingDocuments } from '#scripts/trade/papers.ts'
import { confirmShipment, openEscrow } from '#scripts/trade/steps.ts'
import type { App } from '#tests/support/app/app.ts'
import { untilFunded } from '#tests/support/app/app-moments.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'
import { openWaysOut } from '#tests/support/look/folds.ts'
import { complains, headed, press } from '#tests/support/settlement/page-acts.ts'
import { enter } from '#tests/support/tour/tour.ts'
import { samplePdf, samplePng } from '#tests/support/world/sample-files.ts'

let app: App
let browser: TestBrowser
const opened: TestPage[] = []

beforeAll(async () => {
  app = await borrowApp()
  browser = await openBrowser()
})
afterAll(async () => {
  for (const page of opened) await page.close()
  await browser?.close()
  await app?.close()
})

async function as(name: 'paid.buyer' | 'seller' | 'operator'): Promise<TestPage> {
  const entered = await enter({ app, browser }, name, { javaScript: false })
  opened.push(entered)
  return entered
}

/** Opens an escrow with documents, whose seller states another wallet than the buyer expects. */
async function presented(): Promise<string> {
  const [buyer, seller] = [await app.signIn('paid.buyer'), await app.signIn('seller')]
  const expected = { wallet: playAddress('friend', 'XLM'), sellerEmail: seller.email, contract: contract('120 XLM') }
  const { txid, uri } = await openEscrow(buyer, { asset: 'XLM', amount: '120', ...expected })
  await app.harbour.pay({ from: 'buyer', uri })
  await untilFunded(app, txid)
  await confirmShipment(seller, { txid, wallet: playAddress('seller', 'XLM'), files: shippingDocuments() })
  return txid
}

const fileOf = (name: string, buffer: Uint8Array, mimeType: string) => ({ name, mimeType, buffer: Buffer.from(buffer) })

async function fold(page: Page, summary: string): Promise<void> {
  await page.locator('summary', { hasText: summary }).first().click()
}

it('both sides and the operator, on a phone', async () => {
  const txid = await presented()
  const { page: buyer, complaints: ofBuyer } = await as('paid.buyer')
  const { page: seller, complaints: ofSeller } = await as('seller')
  const { page: operator, complaints: ofOperator } = await as('operator')
  for (const page of [buyer, seller, operator]) await page.setViewportSize({ width: 390, height: 844 })

  await buyer.goto(`${app.origin}/transaction-lookup?txid=${txid}`)
  await openWaysOut(buyer)
  await buyer.getByText('Open a dispute', { exact: true }).click()
  await buyer.getByLabel('What is the dispute about?').fill('Sixteen bags are wet.')
  await buyer.locator('#open_dispute-refundAddress').fill(playAddress('second-buyer', 'XLM'))
  await press(buyer, 'Open the dispute')
  await headed(buyer, 'In dispute: Quayside decides about 120.0000 XLM.')

  // The seller has said nothing yet, so the form is open.
  await seller.goto(`${app.origin}/seller-confirm?txid=${txid}`)
  await seller.getByText('Say what happened, and show it.').waitFor()
  await press(seller, 'Add')
  await complains(seller, 'Write something, or choose a file.')
  await seller.getByLabel('Your statement').fill('All bags were dry.')
  await seller.getByLabel('Files').setInputFiles([fileOf('run.exe', new Uint8Array(9), 'application/octet-stream')])
  await press(seller, 'Add')
  await seller.getByText('Choose the files again.').waitFor()
  expect(await seller.getByLabel('Your statement').inputValue()).toBe('All bags were dry.')
  await seller
    .getByLabel('Files')
    .setInputFiles([
      fileOf('slip.png', samplePng(), 'image/png'),
      fileOf('carrier.pdf', samplePdf('carrier'), 'application/pdf'),
    ])
  await press(seller, 'Add')
  await seller.getByRole('status').filter({ hasText: 'Dispute statement added' }).waitFor()
  await seller.getByText('slip.png').first().waitFor()

  await buyer.goto(`${app.origin}/transaction-lookup?txid=${txid}`)
  await buyer.getByText('All bags were dry.').first().waitFor()
  await fold(buyer, 'Add words or files')
  await buyer.getByLabel('Your statement').fill('Look at the photograph.')
  await press(buyer, 'Add')
  await buyer.getByRole('status').filter({ hasText: 'Dispute statement added' }).waitFor()

  // No checkbox: the seller has not been reached yet.
  await fold(buyer, 'Make an offer')
  await buyer.getByLabel('The seller gets').fill('100.5')
  await buyer.getByText('On acceptance, check the seller’s wallet').waitFor()
  expect(await buyer.locator('#division').getByRole('checkbox').count()).toBe(0)
  await press(buyer, 'Send the offer')
  await buyer.getByText('Offer made.').waitFor()

  await seller.goto(`${app.origin}/seller-confirm?txid=${txid}`)
  await seller.getByText('First the buyer must check your wallet').waitFor()
  await press(seller, 'Accept')
  await seller.getByText('Accepted. The buyer checks your wallet and confirms.').waitFor()

  await operator.goto(`${app.origin}/admin-panel/disputes`)
  await operator.locator('.deal', { hasText: txid }).getByRole('link').click()
  await headed(operator, 'Decide about 120.0000 XLM.')
  for (const words of ['Sixteen bags are wet.', 'All bags were dry.', 'Look at the photograph.']) {
    await operator.getByText(words).first().waitFor()
  }
  await operator.getByRole('link', { name: 'As offered' }).first().click()
  await operator.getByText('Filled in. Add your reasons.').waitFor()
  expect(await operator.getByRole('radio', { name: 'Divide' }).isChecked()).toBe(true)
  expect(await operator.getByRole('textbox', { name: 'Seller’s share' }).inputValue()).toBe('100.5')
  await press(operator, 'Continue')
  await operator.getByRole('alert').first().waitFor()
  expect(await operator.getByRole('textbox', { name: 'Seller’s share' }).inputValue()).toBe('100.5')
  await operator.getByLabel('Your reasons').fill('As both have offered.')
  await press(operator, 'Continue')
  await headed(operator, 'Divide')

  // The buyer reaches the seller before the operator is sure.
  await buyer.goto(`${app.origin}/transaction-lookup?txid=${txid}`)
  await press(buyer, 'Accept')
  await buyer.getByRole('alert').first().waitFor()
  await buyer.locator('#division').getByRole('checkbox').check()
  await press(buyer, 'Accept')
  await headed(buyer, 'Agree to this division?')
  await press(buyer, 'Yes, agree')
  await buyer.getByText('Both agreed: the money is divided.').waitFor()
  await press(operator, 'Yes, divide')
  await operator.getByText('Something changed. Reload the page.').first().waitFor()

  await seller.goto(`${app.origin}/transaction-lookup?txid=${txid}`)
  await seller.getByText('All bags were dry.').first().waitFor()
  expect([...ofBuyer, ...ofSeller, ...ofOperator]).toEqual([])
})

/** A trade by clicking in a real browser, as its two people do it. Works with and without JavaScript. */

import type { Page } from 'playwright-core'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { HarbourClient } from '#scripts/trade/harbour.ts'
import { linkInMail } from '#scripts/trade/steps.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { samplePdf, samplePng } from '#tests/support/world/sample-files.ts'

export async function register(
  page: Page,
  origin: string,
  who: { role: 'Buyer' | 'Seller'; email: string },
): Promise<void> {
  await page.goto(`${origin}/`)
  await page.getByRole('main').getByRole('link', { name: 'Register', exact: true }).click()
  await page.getByLabel('Full name').fill(`A ${who.role}`)
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password').fill('three boats at low tide')
  await page.getByRole('radio', { name: who.role }).check()
  await page.getByLabel('I agree to be screened').check()
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL(`${origin}/${who.role === 'Buyer' ? 'payment' : 'seller-confirm'}`)
}

/** Registers for the pilot: one escrow without a fee. */
export async function registerPilot(page: Page, at: { origin: string; email: string }): Promise<void> {
  await page.goto(`${at.origin}/register?pilot=freight`)
  await page.getByLabel('Full name').fill('A pilot')
  await page.getByLabel('Email').fill(at.email)
  await page.getByLabel('Password').fill('three boats at low tide')
  await page.getByRole('radio', { name: 'Buyer' }).check()
  await page.getByLabel('I agree to be screened').check()
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL(isSubmit)
}

/** Follows the first email's link: an escrow that names a seller is open to a confirmed address only. */
export async function confirmEmail(page: Page, at: { harbour: HarbourClient; origin: string; email: string }) {
  const link = await linkInMail(at.harbour, { to: at.email, page: '/confirm-email' })
  await page.goto(at.origin + link)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
}

/** Ignores the query, which names the form. */
const isSubmit = ({ pathname }: URL) => pathname === '/submit'

/** Gets a quote and pays it. The page goes to /submit by itself. */
export async function payFee(page: Page, order: { origin: string; wallet: Page; asset: Asset }): Promise<void> {
  await page.getByLabel('Transaction amount').fill('48000')
  await page.getByLabel('Pay with').selectOption(order.asset)
  await page.getByLabel('Coupon code').fill('harbor5')
  await page.getByRole('button', { name: 'Show the fee' }).click()
  await page.getByText('✓ Coupon applied').first().waitFor()
  await payRequest(page, order.wallet)
  await page.waitForURL(isSubmit, { timeout: PATIENCE_MS })
}

type Order = { wallet: Page; asset: Asset; amount: string; sellerEmail: string; payout: string }

/** Opens an escrow with a contract. Returns its TXID and the payment request. */
export async function openUnpaid(page: Page, order: Omit<Order, 'wallet'>): Promise<{ txid: string; uri: string }> {
  await fillTrade(page, order)
  return openDrafted(page)
}

/** Fills in the first step of /submit and continues to the dates. */
export async function fillTrade(page: Page, order: Omit<Order, 'wallet'>): Promise<void> {
  await page.getByLabel('Currency').selectOption(order.asset)
  await page.getByLabel('Amount').fill(order.amount)
  await page.getByLabel('Notes').fill('Forty bags of coffee')
  await page.getByLabel('Contract file').setInputFiles(file('contract.pdf', samplePdf('Contract')))
  await page.getByLabel('Seller’s email').fill(order.sellerEmail)
  await openRow(page, 'Receiving wallet: the seller’s')
  await page.getByRole('radio', { name: 'I have the seller’s wallet' }).check()
  await page.getByLabel('Receiving wallet address').fill(order.payout)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Dates of this trade' }).waitFor()
}

/** From the dates through the check page to the open escrow. */
export async function openDrafted(page: Page): Promise<{ txid: string; uri: string }> {
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Submit Transaction' }).click()
  await page.getByRole('heading', { name: 'Escrow TXID' }).waitFor()
  const txid = /auto_[0-9A-Z]{20}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? ''
  return { txid, uri: await requestOn(page) }
}

/** Opens a collapsed choice, which shows its default. */
export async function openRow(page: Page, words: string): Promise<void> {
  await page.locator('details.pick', { hasText: words }).first().locator('summary').first().click()
}

/** Opens an escrow with a contract and pays the deposit. Returns the TXID once it is funded. */
export async function openEscrow(page: Page, order: Order): Promise<string> {
  const { txid } = await openUnpaid(page, order)
  await payRequest(page, order.wallet)
  await page.getByText('Transaction submitted and verified.').waitFor({ timeout: PATIENCE_MS })
  return txid
}

/** The seller finds the escrow, presents documents, names the wallet and confirms. */
export async function confirmShipment(page: Page, shipment: { txid: string; payout: string }): Promise<void> {
  await page.locator('input[name=txid]').fill(shipment.txid)
  await page.getByRole('button', { name: 'Show this escrow' }).click()
  await page.getByText('You can ship now.').waitFor()
  await page.locator('#CommercialInvoice').setInputFiles(file('invoice.pdf', samplePdf('Invoice')))
  await page.locator('#BillOfLading').setInputFiles(file('bill-of-lading.pdf', samplePdf()))
  await page.getByLabel('Shipment Images').setInputFiles(file('container.png', samplePng()))
  await page.getByLabel(/wallet address/).fill(shipment.payout)
  await page.getByLabel('I accept the contract terms.').check()
  await page.getByLabel('I am not a robot.').check()
  await page.getByRole('button', { name: 'Confirm shipment' }).click()
  await page.getByRole('heading', { name: 'Confirmation Received' }).waitFor()
}

/** The buyer opens the lookup from the submit page, approves in two steps, and waits until the seller is paid. */
export async function approve(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Open Transaction Lookup' }).click()
  await page.getByRole('radio', { name: 'Approved' }).check()
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByRole('button', { name: 'Yes, approve and release' }).click()
  await page.getByText('Approval status updated successfully.').waitFor()
  await page.getByRole('heading', { name: /^The seller was paid/ }).waitFor({ timeout: PATIENCE_MS })
}

/** Pastes the page's payment request into the harbour's wallet page and sends it. */
async function payRequest(page: Page, wallet: Page): Promise<void> {
  await wallet.getByLabel('Payment request').fill(await requestOn(page))
  await wallet.getByRole('button', { name: 'Sign and send' }).click()
  await wallet.getByText('The transaction is in a closed ledger.').waitFor()
  await wallet.getByRole('link', { name: 'Back to the wallet' }).click()
}

async function requestOn(page: Page): Promise<string> {
  return (await page.getByRole('link', { name: 'Open in wallet app' }).first().getAttribute('href')) ?? ''
}

function file(name: string, buffer: Buffer) {
  return { name, buffer, mimeType: name.endsWith('.png') ? 'image/png' : 'application/pdf' }
}

/** Both sides agree, by clicking, on a phone: the seller reads, asks for a change, accepts; an amendment is agreed. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, writeDay } from '#app/trade/terms/domain/working-days.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import { fillTrade, openDrafted, openRow, registerPilot } from '#tests/support/app/journey.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'
import { openDetails, openFold } from '#tests/support/look/folds.ts'
import { complains, press } from '#tests/support/settlement/page-acts.ts'
import { findOverflow } from '#tests/support/tour/page-checks.ts'
import { enter } from '#tests/support/tour/tour.ts'

const PHONE = { width: 390, height: 844 }
const inDays = (days: number) => writeDay(addDays(new Date(), days))

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

/** Returns the fingerprint as the database has it: the page shows it in groups. */
async function fingerprintOn(page: Page): Promise<string> {
  const code = page
    .locator('#terms details')
    .filter({ hasText: 'Fingerprint of the terms (SHA-256)' })
    .locator('> .code')
  return ((await code.textContent()) ?? '').replaceAll(/\s/g, '')
}

async function sealedIn(txid: string): Promise<string[]> {
  const rows = await app.query<{ sha256: string }>(
    `select a.sha256 from accepted_terms a join escrow e on e.id = a."escrowId" where e."transactionId" = $1 order by version`,
    [txid],
  )
  return rows.map(({ sha256 }) => sha256)
}

describe.each([
  { words: 'with JavaScript', javaScript: true },
  { words: 'without JavaScript', javaScript: false },
])('$words, at 390 px', ({ javaScript }) => {
  it('what is asked for is ticked, terms are accepted and amended, and both see the fingerprint', async () => {
    const buyers = await browser.newPage({ javaScript, viewport: PHONE })
    const sellers = await enter({ app, browser }, 'seller', { javaScript })
    const { page: buyer } = buyers
    const { page: seller } = sellers
    await seller.setViewportSize(PHONE)
    await registerPilot(buyer, { origin: app.origin, email: `pilot.${crypto.randomUUID()}@trade.example` })
    const payout = playAddress('seller', 'XLM')
    await fillTrade(buyer, { asset: 'XLM', amount: '31.5', sellerEmail: 'seller@demo.example', payout })
    await openRow(buyer, 'Documents to be presented')
    expect(await buyer.getByLabel('Bill of Lading').isChecked()).toBe(true)
    await buyer.getByLabel('Packing List').uncheck()
    await buyer.getByLabel('Inspection Certificate').check()
    await openRow(buyer, 'You pay by')
    await buyer.getByLabel('Fund by').fill(inDays(0))
    await press(buyer, 'Continue')
    await complains(buyer, 'Enter a day from tomorrow, within two years.')
    expect(await buyer.getByLabel('Packing List').isChecked(), 'the ticks are kept').toBe(false)
    expect(await buyer.getByLabel('Inspection Certificate').isChecked()).toBe(true)
    await buyer.getByLabel('Fund by').fill(inDays(9))
    const { txid } = await openDrafted(buyer)
    const lookup = `${app.origin}/transaction-lookup?txid=${txid}`
    await buyer.goto(lookup)
    await openDetails(buyer)
    await openDetails(buyer)
    await buyer.getByText('Not accepted yet.').waitFor()

    const confirm = `${app.origin}/seller-confirm?txid=${txid}`
    await seller.goto(confirm)
    await seller.getByText('Read this before you ship.').waitFor()
    await openFold(seller, 'Documents and confirmation')
    await openFold(seller, 'Documents and confirmation')
    await seller.getByText(/Still missing: Commercial Invoice.*Bill of Lading.*Inspection Certificate\./).waitFor()
    expect(await seller.evaluate(findOverflow)).toEqual([])
    const read = await fingerprintOn(seller)
    await press(seller, 'Accept these terms')
    await seller.getByRole('status').filter({ hasText: 'Terms accepted' }).waitFor()
    expect(await sealedIn(txid)).toEqual([read])

    await openDetails(seller)
    await openDetails(seller)
    await seller.getByText('Propose an amendment').first().click()
    await press(seller, 'Send the proposal')
    await seller.getByRole('alert').getByText('Change at least one term.').waitFor()
    await seller.getByLabel('Present the documents by').fill(inDays(5))
    await press(seller, 'Send the proposal')
    await complains(seller, 'Enter a day after the funding date, within two years.')
    await seller.getByLabel('Present the documents by').fill(inDays(100))
    await seller.locator('#amendment-InspectionCertificate').uncheck()
    await seller.locator('#terms').getByLabel('Amount').fill('30')
    await seller.locator('#terms').getByLabel('Why? The other side reads this.').fill('The surveyor is on strike.')
    await press(seller, 'Send the proposal')
    await seller.getByRole('status').filter({ hasText: 'Amendment proposed' }).waitFor()
    await openDetails(seller)
    await openDetails(seller)
    await seller.getByRole('button', { name: 'Withdraw the amendment' }).waitFor()

    await buyer.goto(lookup)
    expect(await fingerprintOn(buyer)).toBe(read)
    await buyer.getByText('The surveyor is on strike.').first().waitFor()
    expect(await buyer.evaluate(findOverflow)).toEqual([])
    await press(buyer, 'Agree to the amendment')
    await buyer.getByRole('status').filter({ hasText: 'Amendment agreed' }).waitFor()
    const [first, second] = await sealedIn(txid)
    expect([first, second === undefined, first === second]).toEqual([read, false, false])
    expect(await fingerprintOn(buyer)).toBe(second)
    await openDetails(buyer)
    await buyer.locator('#terms').getByText('30.0000 XLM').first().waitFor()
    await seller.goto(confirm)
    expect(await fingerprintOn(seller)).toBe(second)
    await openFold(seller, 'Documents and confirmation')
    await openFold(seller, 'Documents and confirmation')
    await seller.getByText(/Still missing: Commercial Invoice.*Bill of Lading\./).waitFor()

    await buyer.goto(`${app.origin}/statements/${txid}`)
    await buyer.getByText('Amendment proposed by the seller.').waitFor()
    expect([...buyers.complaints, ...sellers.complaints]).toEqual([])
    await buyers.close()
    await sellers.close()
  })
})

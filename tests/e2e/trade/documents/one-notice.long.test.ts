/** Documents are rejected with marks, cured, rejected again, and the discrepancies waived, by clicking. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playAddress } from '#scripts/trade/harbour.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import { confirmEmail, confirmShipment, openUnpaid, registerPilot } from '#tests/support/app/journey.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'
import { openDetails, openFold } from '#tests/support/look/folds.ts'
import { complains, headed, press } from '#tests/support/settlement/page-acts.ts'
import { enter } from '#tests/support/tour/tour.ts'
import { samplePdf } from '#tests/support/world/sample-files.ts'

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

const SELLER = 'seller@demo.example'
const LATE = 'Too late: name only what your notice named.'

/** Expects nothing beyond the edge of a phone. */
async function fits(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  if (process.env.SHOTS_TO) {
    shot += 1
    await page.screenshot({ path: `${process.env.SHOTS_TO}/${shot}-390.png`, fullPage: true })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.screenshot({ path: `${process.env.SHOTS_TO}/${shot}-1280.png`, fullPage: true })
  }
  if (before) await page.setViewportSize(before)
}
let shot = 0

describe.each([
  { words: 'with JavaScript', javaScript: true },
  { words: 'without JavaScript', javaScript: false },
])('$words', ({ javaScript }) => {
  it('rejected with marks, cured, rejected again, waived; the seller is paid', async () => {
    const buyers = await browser.newPage({ javaScript })
    const sellers = await enter({ app, browser }, 'seller', { javaScript })
    const { page: buyer } = buyers
    const { page: seller } = sellers
    const email = `pilot.${crypto.randomUUID()}@trade.example`
    await registerPilot(buyer, { origin: app.origin, email })
    await confirmEmail(buyer, { harbour: app.harbour, origin: app.origin, email })
    await buyer.goto(`${app.origin}/submit`)
    const payout = playAddress('seller', 'XLM')
    const { txid, uri } = await openUnpaid(buyer, { asset: 'XLM', amount: '12.25', sellerEmail: SELLER, payout })
    await app.harbour.pay({ from: 'buyer', uri })
    await app.untilRow('it is funded', `select 1 from escrow where "transactionId" = $1 and "verifiedAt" is not null`, [
      txid,
    ])
    await seller.goto(`${app.origin}/seller-confirm`)
    await confirmShipment(seller, { txid, payout })

    const lookup = `${app.origin}/transaction-lookup?txid=${txid}`
    await buyer.goto(lookup)
    const decide = async () => {
      if ((await buyer.getByText('Change your decision').count()) > 0) await openFold(buyer, 'Change your decision')
      await buyer.getByRole('radio', { name: 'Rejected' }).check()
      const mark = buyer.locator('.mark').filter({ has: buyer.locator('#rejected-BillOfLading') })
      await mark.locator('#rejected-BillOfLading').check()
      return mark
    }
    const lading = await decide()
    await buyer.getByLabel('Reason for the rejection').fill('The bill of lading does not fit.')
    await lading.getByLabel('Something else').check()
    await press(buyer, 'Update')
    await complains(buyer, 'Say what is wrong.')
    await lading.getByLabel('In your own words', { exact: true }).fill('The consignee is a bank.')
    await lading.getByLabel('Wrong consignee or other party').check()
    await fits(buyer)
    await press(buyer, 'Update')
    await buyer.getByText('Approval status updated successfully.').waitFor()
    await openDetails(buyer)
    await buyer.getByText('1 more presentation is possible.').first().waitFor()
    await fits(buyer)

    // What was not named before cannot be named of the same files.
    await (await decide()).getByLabel('Signature, stamp or date missing').check()
    await press(buyer, 'Update')
    await complains(buyer, LATE)

    await seller.goto(`${app.origin}/seller-confirm?txid=${txid}`)
    await seller.getByText('The consignee is a bank.').first().waitFor()
    await fits(seller)
    await seller
      .locator('#BillOfLading')
      .setInputFiles({ name: 'second.pdf', mimeType: 'application/pdf', buffer: samplePdf('Second bill of lading') })
    await seller.getByText('About these documents').click()
    await seller.getByLabel('Container number').fill('CSQU3054384')
    await seller.getByLabel('Invoice amount').fill('1000.00')
    await seller.getByLabel('Amount insured').fill('1050.00')
    if (javaScript) await seller.getByText('Check it: four letters, seven digits').waitFor()
    await seller.getByLabel('I am not a robot.').check()
    await press(seller, 'Confirm shipment')
    await seller.getByRole('heading', { name: 'Confirmation Received' }).waitFor()

    await buyer.goto(lookup)
    await buyer.getByText('Last digit wrong under ISO 6346: CSQU3054384.').waitFor()
    await buyer.getByText('below the usual 110%, if in one currency.').waitFor()
    await fits(buyer)
    const second = await decide()
    await second.getByLabel('Not readable, or pages missing').check()
    await buyer.getByLabel('Reason for the rejection').fill('It cannot be read.')
    await press(buyer, 'Update')
    await headed(buyer, 'No presentation is left.')

    await seller.goto(`${app.origin}/seller-confirm?txid=${txid}`)
    await seller.getByText('No round is left: ask for a waiver').first().waitFor()
    await seller.locator('#waiver summary').click()
    await press(seller, 'Ask for a waiver')
    await complains(seller, 'Say why the buyer should accept.')
    await seller.getByLabel('Why should the buyer accept?').fill('The carrier sends a clean copy.')
    await press(seller, 'Ask for a waiver')
    await seller.getByRole('status').filter({ hasText: 'Waiver of discrepancies requested' }).waitFor()
    await fits(seller)

    await buyer.goto(lookup)
    await buyer.getByText('The carrier sends a clean copy.').first().waitFor()
    await fits(buyer)
    await press(buyer, 'Waive and approve')
    await press(buyer, 'Yes, approve and release')
    await headed(buyer, 'The seller was paid 12.2500 XLM.')
    await openDetails(buyer)
    await buyer.locator('#rounds').getByText('Waived by the buyer').first().waitFor()
    await fits(buyer)
    expect([...buyers.complaints, ...sellers.complaints]).toEqual([])
    await buyers.close()
    await sellers.close()
  })
})

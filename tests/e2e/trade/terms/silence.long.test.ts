/** Somebody falls silent, by clicking: dates are agreed, an extension is requested, and the harbour's clock moves. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeDay } from '#app/trade/terms/domain/working-days.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import {
  confirmEmail,
  confirmShipment,
  fillTrade,
  openDrafted,
  openRow,
  registerPilot,
} from '#tests/support/app/journey.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'
import { openDetails, openFold } from '#tests/support/look/folds.ts'
import { complains, headed, press } from '#tests/support/settlement/page-acts.ts'
import { enter } from '#tests/support/tour/tour.ts'

const BACK = 'second-buyer'

// A Quayside of its own: nobody else's clock may move.
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

/** How far the app's clock, which both processes follow, is ahead, in milliseconds. */
async function ahead(): Promise<number> {
  return ((await (await fetch(`${app.harbourOrigin}/api/time`)).json()) as { aheadMs: number }).aheadMs
}

const now = async () => new Date(Date.now() + (await ahead()))
const inDays = async (days: number) => writeDay(new Date((await now()).getTime() + days * 86_400_000))

/** Moves the clock to just after the running deadline, by the form of the harbour. */
async function runOut(txid: string): Promise<void> {
  const [running] = await app.query<{ dueAt: Date }>(
    `select "dueAt" from escrow_clock c join escrow e on e.id = c."escrowId" where e."transactionId" = $1 and "endedAt" is null`,
    [txid],
  )
  const hours = Math.ceil(((running?.dueAt.getTime() ?? 0) - (await now()).getTime()) / 3_600_000)
  const body = new URLSearchParams({ hours: String(Math.max(1, hours)) })
  await fetch(`${app.harbourOrigin}/time`, { method: 'POST', body, redirect: 'manual' })
}

async function until(txid: string, what: string, sql: string): Promise<void> {
  await app.untilRow(what, `select 1 from escrow e where e."transactionId" = $1 and ${sql}`, [txid])
}

/** Opens a page after the clock has moved: sessions have expired, so people log in again. */
async function returnTo(page: Page, path: string, who: { email: string; password: string }): Promise<void> {
  await page.context().clearCookies()
  await page.goto(`${app.origin}/login`)
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(app.origin + path)
}

const SELLER = { email: 'seller@demo.example', password: 'quiet harbour lantern' }
const newBuyer = () => ({ email: `pilot.${crypto.randomUUID()}@trade.example`, password: 'three boats at low tide' })

describe.each([
  { words: 'with JavaScript', javaScript: true },
  { words: 'without JavaScript', javaScript: false },
])('$words', ({ javaScript }) => {
  it('the seller presents nothing: more time is asked for and declined, the refund opens, and a wallet is paid', async () => {
    const buyers = await browser.newPage({ javaScript })
    const sellers = await enter({ app, browser }, 'seller', { javaScript })
    const { page: buyer } = buyers
    const { page: seller } = sellers
    const who = newBuyer()
    await registerPilot(buyer, { origin: app.origin, email: who.email })
    const order = {
      asset: 'XLM' as const,
      amount: '21.5',
      sellerEmail: SELLER.email,
      payout: playAddress('seller', 'XLM'),
    }
    await fillTrade(buyer, order)
    await openRow(buyer, 'You pay by')
    await buyer.getByLabel('Fund by').fill(await inDays(0))
    await openRow(buyer, 'The seller presents the documents by')
    await buyer.getByLabel('Present the documents by').fill(await inDays(2))
    await press(buyer, 'Continue')
    await complains(buyer, 'Enter a day from tomorrow, within two years.')
    await buyer.getByLabel('Fund by').fill(await inDays(1))
    const { txid, uri } = await openDrafted(buyer)
    await buyer.getByText('Payment due by').first().waitFor()
    await app.harbour.pay({ from: 'buyer', uri })
    await until(txid, 'it is funded', '"verifiedAt" is not null')

    const lookup = `/transaction-lookup?txid=${txid}`
    await seller.goto(app.origin + lookup)
    await seller.getByText('Documents due by').first().waitFor()
    await openDetails(seller)
    await seller.getByText('Ask for more time').first().click()
    await seller.getByLabel('Until').fill(await inDays(1))
    await press(seller, 'Ask for more time')
    await complains(seller, 'Enter a day within 60 days after the deadline.')
    await seller.getByLabel('Until').fill(await inDays(20))
    await seller.locator('[name=timeReason]').fill('The vessel is late.')
    await press(seller, 'Ask for more time')
    await seller.getByRole('status').filter({ hasText: 'More time requested' }).waitFor()

    await buyer.goto(app.origin + lookup)
    await buyer.getByText('The vessel is late.').first().waitFor()
    await press(buyer, 'Decline more time')
    await buyer.getByRole('status').filter({ hasText: 'More time declined' }).waitFor()

    await runOut(txid)
    await until(txid, 'a grace runs', `exists (select 1 from escrow_clock where "escrowId" = e.id and kind = 'grace')`)
    await runOut(txid)
    await until(txid, 'the refund is open', '"refundOpenedAt" is not null')
    await returnTo(seller, lookup, SELLER)
    await headed(seller, 'Do not ship: 21.5000 XLM goes back to the buyer.')
    await returnTo(buyer, lookup, who)
    await headed(buyer, '21.5000 XLM is yours again: name a wallet.')
    const before = (await app.harbour.balances(BACK)).XLM
    await buyer.getByLabel('Your XLM wallet').fill(playAddress(BACK, 'XLM'))
    await press(buyer, 'Send it back')
    await headed(buyer, '21.5000 XLM was refunded to you.')
    expect((await app.harbour.balances(BACK)).XLM?.minus(before ?? 0).toFixed()).toBe('21.5')
    expect([...buyers.complaints, ...sellers.complaints]).toEqual([])
    await buyers.close()
    await sellers.close()
  })

  it('the buyer does not examine: after a last notice the documents count as accepted, and the seller is paid', async () => {
    const buyers = await browser.newPage({ javaScript })
    const sellers = await enter({ app, browser }, 'seller', { javaScript })
    const { page: buyer } = buyers
    const { page: seller } = sellers
    const who = newBuyer()
    const { email } = who
    await registerPilot(buyer, { origin: app.origin, email })
    await confirmEmail(buyer, { harbour: app.harbour, origin: app.origin, email })
    await buyer.goto(`${app.origin}/submit`)
    const payout = playAddress('seller', 'XLM')
    await fillTrade(buyer, { asset: 'XLM', amount: '12.25', sellerEmail: SELLER.email, payout })
    await openRow(buyer, 'If you decide nothing')
    await buyer.getByRole('radio', { name: 'The documents count as accepted' }).check()
    await openRow(buyer, 'You examine them within')
    await buyer.getByLabel('Working days to examine').fill('1')
    // The seller presents the other two documents that the form starts with.
    await openRow(buyer, 'Documents to be presented')
    await buyer.getByLabel('Packing List').uncheck()
    const { txid, uri } = await openDrafted(buyer)
    await app.harbour.pay({ from: 'buyer', uri })
    await until(txid, 'it is funded', '"verifiedAt" is not null')
    await seller.goto(`${app.origin}/seller-confirm?txid=${txid}`)
    await openFold(seller, 'Terms of this trade')
    await seller.locator('#terms').getByText('The documents count as accepted').waitFor()
    await seller.goto(`${app.origin}/seller-confirm`)
    await confirmShipment(seller, { txid, payout })

    await runOut(txid)
    await until(
      txid,
      'the last notice is given',
      `exists (select 1 from escrow_clock where "escrowId" = e.id and kind = 'last_notice')`,
    )
    await returnTo(buyer, `/transaction-lookup?txid=${txid}`, who)
    await buyer.getByText('Last notice: examination due by').first().waitFor()
    await runOut(txid)
    await until(
      txid,
      'the release has begun',
      `exists (select 1 from transfer where "escrowId" = e.id and purpose = 'release')`,
    )
    await returnTo(buyer, `/transaction-lookup?txid=${txid}`, who)
    await headed(buyer, 'The seller was paid 12.2500 XLM.')
    expect([...buyers.complaints, ...sellers.complaints]).toEqual([])
    await buyers.close()
    await sellers.close()
  })
})

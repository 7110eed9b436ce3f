/**
 * What the wallet page and the harbour's switches can do to money: an operator finds each problem in the Admin Panel
 * and solves it there, without the database, and nobody loses money. The tests only shorten the worker's waiting times.
 * Elsewhere: resellers (tests/e2e/fees/resellers), similar names (screening.long.test.ts), crashes (tests/e2e/ops).
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { PORT_OFFSETS } from '#harbour/environment.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { contract, shippingDocuments } from '#scripts/trade/papers.ts'
import { approve, confirmShipment, openEscrow, quoteFee, untilFeeIsPaid } from '#scripts/trade/steps.ts'
import { waitFor } from '#scripts/trade/wait.ts'
import { untilFunded, untilReleased } from '#tests/support/app/app-moments.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { payOnWalletPage, switchFaultOn } from '#tests/support/app/harbour-pages.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { setDepositAuth } from '#tests/support/settlement/closed-wallets.ts'
import { enter } from '#tests/support/tour/tour.ts'

const PAYBACK = `select 1 from transfer p join payment_case c on c.id = p."caseId" join ledger_payment l on l.id = c."ledgerPaymentId"
  where l.hash = $1 and p.state = 'confirmed'`

/** A Quayside of its own: the harbour's switches affect everybody. */
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

describe.each([
  { javaScript: true, viewport: { width: 1280, height: 900 } },
  { javaScript: false, viewport: { width: 390, height: 844 } },
])('JavaScript $javaScript', ({ javaScript, viewport }) => {
  let window: TestPage
  let wallet: TestPage
  /** The escrow whose payout wallet was closed. */
  let closed = ''

  beforeAll(async () => {
    window = await enter({ app, browser }, 'operator', { javaScript })
    await window.page.setViewportSize(viewport)
    wallet = await browser.newPage({ javaScript, viewport })
  })

  afterAll(async () => {
    await window?.close()
    await wallet?.close()
  })

  const main = () => window.page.getByRole('main')

  /** Opens an escrow of the demo people; `uri` requests its payment. */
  async function open(amount: string, asset: 'XLM' | 'XRP' = 'XLM', to = playAddress('seller', asset)) {
    const buyer = await app.signIn('paid.buyer')
    const seller = await app.signIn('seller')
    const papers = { sellerEmail: seller.email, contract: contract(`${amount} ${asset}`) }
    return { buyer, seller, wallet: to, ...(await openEscrow(buyer, { asset, amount, wallet: to, ...papers })) }
  }

  /** Starts a job that the worker's schedule starts within two minutes. */
  const hurry = (job: string, payload = {}) =>
    app.query('select graphile_worker.add_job($1, $2::json)', [job, JSON.stringify(payload)])

  const pay = (uri: string, how: string) => payOnWalletPage(wallet.page, { ...app, uri, how })

  async function toCase(hash: string) {
    const { page } = window
    await app.untilRow(
      'the case is listed',
      `select 1 from payment_case c join ledger_payment l on l.id = c."ledgerPaymentId" or l."feeQuoteId" = c."feeQuoteId"
       where l.hash = $1`,
      [hash],
    )
    await page.goto(`${app.origin}/admin-panel`)
    await main().getByRole('link', { name: 'Payment cases' }).click()
    return page.locator('.matter', { hasText: hash })
  }

  async function payBack(hash: string): Promise<void> {
    const { page } = window
    const row = await toCase(hash)
    await row.getByText('Pay back', { exact: true }).click()
    await row.getByLabel('Payer’s wallet').fill(playAddress('friend', 'XLM'))
    await row.getByRole('textbox', { name: 'How do you know?' }).last().fill('They signed a message with this wallet.')
    await row.getByRole('button', { name: 'Continue' }).last().click()
    await page.getByRole('heading', { name: 'Pay back' }).waitFor()
    expect(await main().textContent()).toContain(playAddress('friend', 'XLM'))
    await page.getByRole('button', { name: 'Yes, pay back' }).click()
    await page.getByRole('status').getByText('Being paid back').waitFor()
    await app.untilRow('it is paid back', PAYBACK, [hash])
  }

  const friend = async (asset: 'XLM' | 'USDC') => (await app.harbour.balances('friend'))[asset] ?? new Decimal(0)

  it('a fee that was paid twice goes back once', async () => {
    const buyer = await app.register('buyer')
    const { uri, amount } = await quoteFee(buyer, { asset: 'XLM', amountUsd: '20000', couponCode: '' })
    const before = await friend('XLM')
    const hashes = await pay(uri, 'Twice')
    expect(hashes).toHaveLength(2)
    await untilFeeIsPaid(buyer)
    const second = await app.untilRow<{ hash: string }>(
      'the second one is a case',
      `select l.hash from payment_case c join ledger_payment l on l.id = c."ledgerPaymentId"
       where l.hash = any($1) and c."closedAt" is null`,
      [hashes],
    )
    await payBack(second.hash)
    expect((await friend('XLM')).minus(before).toFixed()).toBe(new Decimal(amount).toFixed())
    expect(window.complaints).toEqual([])
  })

  it('what was paid in another asset goes back in that asset', async () => {
    const { txid, uri } = await open('22.5')
    const before = await friend('USDC')
    const [hash = ''] = await pay(uri, 'In another asset')
    await payBack(hash)
    expect((await friend('USDC')).minus(before).toFixed()).toBe('22.5')
    expect(await app.query('select "verifiedAt" from escrow where "transactionId" = $1', [txid])).toEqual([
      { verifiedAt: null },
    ])
    expect(window.complaints).toEqual([])
  })

  it('a deposit without the memo is assigned to what its payer shows', async () => {
    const { txid, uri } = await open('26.5')
    const [hash = ''] = await pay(uri, 'Without the memo')
    const { page } = window
    const row = await toCase(hash)
    await row.getByText('Assign it', { exact: true }).click()
    await row.getByLabel('What for?').fill(txid)
    await row
      .getByRole('textbox', { name: 'How do you know?' })
      .first()
      .fill('They sent one more unit from that wallet.')
    await row.getByRole('button', { name: 'Continue' }).first().click()
    await page.getByRole('heading', { name: 'Assign it' }).waitFor()
    await page.getByRole('button', { name: 'Yes, assign' }).click()
    await page.getByRole('status').getByText('Done and recorded.').waitFor()
    await untilFunded(app, txid)
    await page.goto(`${app.origin}/admin-panel/escrows?txid=${txid}`)
    const done = page.locator('#done')
    expect(await done.textContent()).toContain('They sent one more unit from that wallet.')
    expect(await done.textContent()).toContain('Olaf Operator')
    expect(window.complaints).toEqual([])
  })

  it('a memo that is nobody’s and that nobody asks for is kept, and stays to be taken up', async () => {
    const { page } = wallet
    const { uri } = await open('27.5')
    const to = new URLSearchParams(uri.slice(uri.indexOf('?') + 1)).get('destination') ?? ''
    await page.goto(app.harbourOrigin)
    await page.getByText('Or type it by hand').click()
    await page.getByRole('textbox', { name: 'Destination' }).fill(to)
    await page.getByRole('textbox', { name: 'Amount' }).fill('3.25')
    await page.getByRole('textbox', { name: 'Memo or tag' }).fill('7')
    await page.getByRole('button', { name: 'Sign and send' }).click()
    await page.waitForURL(/\/paid/)
    const row = await toCase(new URL(page.url()).searchParams.get('hash') ?? '')
    await row.getByText('Close case', { exact: true }).click()
    await row.getByText('It stays with us').click()
    await row.getByLabel('How did it end?').fill('Nobody has written.')
    await row.getByRole('button', { name: 'Continue' }).last().click()
    await window.page.getByRole('button', { name: 'Yes, close' }).click()
    await window.page.getByRole('status').getByText('Done and recorded.').waitFor()
    await window.page.goto(`${app.origin}/admin-panel/cases?state=closed`)
    await main().getByText('Nobody has written.').first().waitFor()
    expect(window.complaints).toEqual([])
  })

  it.runIf(javaScript)('a payout whose wallet takes nothing says why it waits', async () => {
    const friendly = playAddress('friend', 'XRP')
    const { txid, uri, buyer, seller, wallet: to } = await open('28.5', 'XRP', friendly)
    await pay(uri, 'As asked')
    await untilFunded(app, txid)
    await confirmShipment(seller, { txid, wallet: to, files: shippingDocuments() })
    const url = `ws://127.0.0.1:${Number(new URL(app.harbourOrigin).port) + PORT_OFFSETS.rippled}`
    await setDepositAuth({ url, name: 'friend', isOn: true })
    try {
      await approve(buyer, txid)
      const blocked = `select 1 from transfer p join escrow e on e.id = p."escrowId" where e."transactionId" = $1 and p.state = 'blocked'`
      await app.untilRow('it is blocked', blocked, [txid])
      await window.page.goto(`${app.origin}/admin-panel`)
      await main().getByText('Switch off deposit authorization in the wallet.').first().waitFor()
      await main().getByText(txid).first().waitFor()
    } finally {
      await setDepositAuth({ url, name: 'friend', isOn: false })
    }
    closed = txid
    expect(window.complaints).toEqual([])
  })

  it('half of an amount waits for the other half, and the desk shows how much is here', async () => {
    const { txid, uri } = await open('24.5')
    const [hash = ''] = await pay(uri, 'Half')
    await app.untilRow('half is here', 'select 1 from escrow where "transactionId" = $1 and "receivedAmount" = 12.25', [
      txid,
    ])
    const { page } = window
    await page.goto(`${app.origin}/admin-panel/lists`)
    await page.getByLabel('Search').fill(hash)
    await page.getByRole('button', { name: 'Show it' }).click()
    await main().getByText(txid).first().waitFor()
    await page.goto(`${app.origin}/admin-panel/escrows?txid=${txid}`)
    await main().getByText('12.2500').first().waitFor()
    await pay(uri, 'Half')
    await untilFunded(app, txid)
    expect(window.complaints).toEqual([])
  })

  it('a payout that the ledger included as failed again and again is sent again from the desk, and paid once', async () => {
    const { txid, uri, buyer, seller, wallet: to } = await open('23.5')
    await pay(uri, 'As asked')
    await untilFunded(app, txid)
    await confirmShipment(seller, { txid, wallet: to, files: shippingDocuments() })
    await switchFaultOn(wallet.page, {
      ...app,
      where: 'horizon',
      what: 'provisional_failure',
      match: '/transactions_async',
    })
    const before = (await app.harbour.balances('seller')).XLM ?? new Decimal(0)
    await approve(buyer, txid)
    await app.untilRow(
      'it is given up',
      `select 1 from transfer p join escrow e on e.id = p."escrowId" where e."transactionId" = $1 and p.state = 'blocked'
         and p."blockedReason" = 'payout_failed'`,
      [txid],
    )
    await wallet.page.getByRole('button', { name: 'Clear all' }).click()

    await window.page.goto(`${app.origin}/admin-panel/lists/payouts?q=${txid}`)
    await main().getByRole('link', { name: 'Send payout again' }).click()
    await window.page.getByLabel('Reason').fill('The ledger is well again.')
    await window.page.getByRole('button', { name: 'Continue' }).click()
    await window.page.getByRole('button', { name: 'Yes, do it' }).click()
    await window.page.getByRole('status').getByText('Done and recorded.').waitFor()
    await untilReleased(app, txid)
    expect(((await app.harbour.balances('seller')).XLM ?? new Decimal(0)).minus(before).toFixed()).toBe('23.5')
    expect(window.complaints).toEqual([])
  })

  it.runIf(javaScript)('a sanctions list that is not to be had is told', async () => {
    await switchFaultOn(wallet.page, { ...app, where: 'market', what: 'server_error', match: '/lists/ofac/SDN' })
    await hurry('refresh_lists')
    await app.untilRow('it was asked for', `select 1 from list_source where failures > 0`)
    const { page } = window
    await page.goto(`${app.origin}/admin-panel/screening`)
    await main().getByText('Unreadable since').waitFor()
    // The worker asks again after two minutes, without help.
    await wallet.page.getByRole('button', { name: 'Clear all' }).click()
    expect(window.complaints).toEqual([])
  })

  it('prices that disagree stop new quotes, and the overview says so', async () => {
    const { page } = wallet
    await page.goto(`${app.harbourOrigin}/faults`)
    await page.getByLabel('Whose').selectOption('kraken')
    await page.getByLabel('US dollars').fill('9')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await hurry('refresh_trades')
    const read = `select 1 from market_trades where asset = 'XLM' and trades::text like '%"usd": "9"%'`
    const isRead = async () => (await app.query(read))[0] ?? null
    await waitFor(isRead, { what: 'the prices are read', limitMs: PATIENCE_MS, pauseMs: 500 })
    await window.page.goto(`${app.origin}/admin-panel`)
    await main().getByText('Fee quotes in XLM').waitFor()
    const row = main().locator('div', { hasText: 'Fee quotes in XLM' }).last()
    expect(await row.textContent()).not.toContain('at market price')
    await page.getByLabel('Whose').selectOption('kraken')
    await page.getByRole('button', { name: 'Let it wander' }).click()
    await hurry('refresh_trades')
    const isOver = async () => ((await app.query(read))[0] ? null : true)
    await waitFor(isOver, { what: 'they are read again', limitMs: PATIENCE_MS, pauseMs: 500 })
  })

  it.runIf(javaScript)('what waited for its wallet goes on by itself, once that is open again', async () => {
    // The worker polls it after 45 seconds, in a round of its ledger.
    const isPaid = async () => {
      await hurry('dispatch_payouts', { network: 'xrpl' })
      const paid = 'select 1 from escrow where "transactionId" = $1 and "releasedAt" is not null'
      return (await app.query(paid, [closed]))[0] ?? null
    }
    await waitFor(isPaid, { what: 'it is paid', limitMs: PATIENCE_MS, pauseMs: 2_000 })
    await window.page.goto(`${app.origin}/admin-panel/escrows?txid=${closed}`)
    await main().getByText('Released to seller').first().waitFor()
  })
})

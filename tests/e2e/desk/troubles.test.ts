/**
 * What the wallet page and the switches of the harbour can do to money, one after the other in the browser: an operator finds each
 * of it on the desk and mends it there, without the database, and nobody loses anything.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Decimal } from '#app/domain/kernel/money.ts'
import { DEMO_PASSWORD } from '#prisma/demo-accounts.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { contract, shippingDocuments } from '#scripts/trade/papers.ts'
import { approve, confirmShipment, openEscrow, quoteFee, register, untilFeeIsPaid } from '#scripts/trade/steps.ts'
import { waitFor } from '#scripts/trade/wait.ts'
import { untilFunded, untilReleased } from '#tests/support/app/app-moments.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'

const PAYBACK = `select 1 from payout p join payment_case c on c.id = p."caseId" join ledger_payment l on l.id = c."ledgerPaymentId"
  where l.hash = $1 and p.state = 'confirmed'`

/** Switches of the harbour touch everybody: so a Quayside of its own. */
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

  beforeAll(async () => {
    window = await browser.newPage({ javaScript, viewport })
    wallet = await browser.newPage({ javaScript, viewport })
    const { page } = window
    await page.goto(`${app.origin}/admin`)
    await page.getByLabel('Email').fill('operator@demo.example')
    await page.getByLabel('Password').fill(DEMO_PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await page.waitForURL(`${app.origin}/admin-panel`)
  })

  afterAll(async () => {
    await window?.close()
    await wallet?.close()
  })

  const main = () => window.page.getByRole('main')

  /** An escrow of the demo people whose money is asked for by `uri`. */
  async function open(amount: string) {
    const buyer = await app.signIn('paid.buyer')
    const seller = await app.signIn('seller')
    const to = playAddress('seller', 'XLM')
    const papers = { sellerEmail: seller.email, contract: contract(`${amount} XLM`) }
    return { buyer, seller, wallet: to, ...(await openEscrow(buyer, { asset: 'XLM', amount, wallet: to, ...papers })) }
  }

  /** On the wallet page, as anybody would; answers with the hashes that it shows. */
  async function pay(uri: string, how: string): Promise<string[]> {
    const { page } = wallet
    await page.goto(app.harbourOrigin)
    await page.getByLabel('Payment request').fill(uri)
    await page.getByLabel(how).check()
    await page.getByRole('button', { name: 'Sign and send' }).click()
    await page.waitForURL(/\/paid/)
    return new URL(page.url()).searchParams.getAll('hash')
  }

  /** From the overview to the case, and the money back to where its payer says. */
  async function payBack(hash: string): Promise<void> {
    const { page } = window
    await app.untilRow(
      'the case is listed',
      `select 1 from payment_case c join ledger_payment l on l.id = c."ledgerPaymentId" where l.hash = $1`,
      [hash],
    )
    await page.goto(`${app.origin}/admin-panel`)
    await main()
      .getByRole('link', { name: /open payment case/ })
      .click()
    const row = page.locator('.matter', { hasText: hash })
    await row.getByText('Pay it back', { exact: true }).click()
    await row.getByLabel('The payer’s wallet').fill(playAddress('friend', 'XLM'))
    await row.getByRole('textbox', { name: 'How do you know?' }).last().fill('They signed a message with this wallet.')
    await row.getByRole('button', { name: 'Continue' }).last().click()
    await page.getByRole('heading', { name: /^Send .+ to this wallet\?$/ }).waitFor()
    expect(await main().textContent()).toContain(playAddress('friend', 'XLM'))
    await page.getByRole('button', { name: 'Yes, pay it back' }).click()
    await page.getByRole('status').getByText('The money is on its way back.').waitFor()
    await app.untilRow('it is paid back', PAYBACK, [hash])
  }

  const friend = async (asset: 'XLM' | 'USDC') => (await app.harbour.balances('friend'))[asset] ?? new Decimal(0)

  it('a fee that was paid twice goes back once', async () => {
    const buyer = await register(app.origin, { role: 'buyer' })
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
    const { page } = wallet
    await page.goto(`${app.harbourOrigin}/faults`)
    await page.getByLabel('What').selectOption('provisional_failure')
    await page.getByLabel('Only requests that contain').fill('/transactions_async')
    await page.getByRole('button', { name: 'Switch on' }).click()
    const before = (await app.harbour.balances('seller')).XLM ?? new Decimal(0)
    await approve(buyer, txid)
    await app.untilRow(
      'it is given up',
      `select 1 from payout p join escrow e on e.id = p."escrowId" where e."transactionId" = $1 and p.state = 'blocked'
         and p."blockedReason" = 'payout_failed'`,
      [txid],
    )
    await page.getByRole('button', { name: 'Clear all' }).click()

    await window.page.goto(`${app.origin}/admin-panel/lists/payouts?q=${txid}`)
    await main().getByRole('link', { name: 'Send the payout again' }).click()
    await window.page.getByLabel('Reason').fill('The ledger is well again.')
    await window.page.getByRole('button', { name: 'Continue' }).click()
    await window.page.getByRole('button', { name: 'Yes, do it' }).click()
    await window.page.getByRole('status').getByText('The payout is in the queue again.').waitFor()
    await untilReleased(app, txid)
    expect(((await app.harbour.balances('seller')).XLM ?? new Decimal(0)).minus(before).toFixed()).toBe('23.5')
    expect(window.complaints).toEqual([])
  })

  it('prices that disagree stop new quotes, and the overview says so', async () => {
    const { page } = wallet
    await page.goto(`${app.harbourOrigin}/faults`)
    await page.getByLabel('Whose').selectOption('kraken')
    await page.getByLabel('US dollars').fill('9')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    // They are read every two minutes.
    const read = `select 1 from market_trades where asset = 'XLM' and trades::text like '%"usd": "9"%'`
    const isRead = async () => (await app.query(read))[0] ?? null
    await waitFor(isRead, { what: 'the prices are read', limitMs: 300_000, pauseMs: 500 })
    await window.page.goto(`${app.origin}/admin-panel`)
    await main().getByText('Fee quotes in XLM').waitFor()
    const row = main().locator('div', { hasText: 'Fee quotes in XLM' }).last()
    expect(await row.textContent()).not.toContain('at the market’s price')
    await page.getByLabel('Whose').selectOption('kraken')
    await page.getByRole('button', { name: 'Let it wander' }).click()
    const isOver = async () => ((await app.query(read))[0] ? null : true)
    await waitFor(isOver, { what: 'they are read again', limitMs: 300_000, pauseMs: 500 })
  })
})

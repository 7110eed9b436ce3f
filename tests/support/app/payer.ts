/** A buyer who pays the fee in a real browser, and the wallet that pays it, rightly or wrongly. */
import type { Page } from 'playwright-core'
import { z } from 'zod'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { PayMode } from '#harbour/wallet/pay.ts'
import { EXPIRE_QUOTE } from '#tests/support/world/fee-quotes.ts'
import type { App } from './app.ts'
import type { TestBrowser, TestPage } from './browser.ts'

export type Payer = TestPage & { email: string }

/** Every page must work both ways. */
export const BROWSERS = [
  { words: 'with JavaScript', javaScript: true },
  { words: 'without JavaScript', javaScript: false },
]

/** The fee page without reloading: without JavaScript it would reload itself while somebody types. */
const DESK = '/payment?hold'

/** A newly registered buyer on the fee page. */
export async function openPayer(
  { app, browser }: { app: App; browser: TestBrowser },
  { javaScript }: { javaScript: boolean },
): Promise<Payer> {
  const window = await browser.newPage({ javaScript })
  const { email, visitor } = await app.register('buyer')
  await window.context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url: app.origin })))
  await window.page.goto(`${app.origin}${DESK}`)
  return { ...window, email }
}

/** The fee page, by default the one that does not reload. */
export async function openDesk(page: Page, path = DESK): Promise<void> {
  await page.goto(new URL(path, page.url()).href)
}

export type Order = { amountUsd?: string; asset?: Asset; couponCode?: string }

export async function showFee(
  page: Page,
  { amountUsd = '20000', asset = 'USDC', couponCode = '' }: Order = {},
): Promise<void> {
  if (!page.url().endsWith(DESK)) await openDesk(page)
  const change = page.getByText('Change', { exact: true })
  if (await change.isVisible()) await change.click()
  await page.getByLabel('Transaction amount').fill(amountUsd)
  await page.getByLabel('Pay with').selectOption(asset)
  await page.getByLabel('Coupon code').fill(couponCode)
  await page.getByRole('button', { name: 'Show the fee' }).click()
  // The answer redirects to the page that watches for the payment; wait for it before going elsewhere.
  await page.waitForURL(({ pathname, search }) => pathname === '/payment' && search === '')
  await openDesk(page)
  await page.getByRole('heading', { name: 'Fee breakdown' }).waitFor()
}

export async function requestOn(page: Page): Promise<string> {
  return (await page.getByRole('link', { name: 'Open in wallet app' }).getAttribute('href')) ?? ''
}

/** Submits a hash and returns the page's text afterwards. */
export async function confirmHash(page: Page, hash: string): Promise<string> {
  await openDesk(page)
  await page.getByLabel('Transaction hash').fill(hash)
  await page.getByRole('button', { name: 'Confirm Payment' }).click()
  await page.getByRole('alert').waitFor()
  return words(page)
}

/** The text of the page with single spaces. The footer comes last: when it is there, all of the page is. */
export async function words(page: Page): Promise<string> {
  await page.getByRole('contentinfo').waitFor()
  return ((await page.getByRole('main').textContent()) ?? '').replace(/\s+/g, ' ')
}

const Paid = z.object({
  hashes: z.array(z.string()).nonempty(),
  transactions: z.array(z.object({ successful: z.boolean() })),
})

/** Pays a request, rightly or wrongly. Returns the hashes once all payments are in closed ledgers and read. */
export async function pay(
  app: App,
  order: { uri: string; mode?: PayMode; amount?: string; memo?: string },
): Promise<string[]> {
  const uri = rewritten(order)
  const response = await fetch(`${app.harbourOrigin}/api/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ from: 'buyer', mode: order.mode ?? 'exact', uri }),
  })
  const { hashes, transactions } = Paid.parse(await response.json())
  for (const [place, hash] of hashes.entries()) {
    if (!transactions[place]?.successful) continue
    await app.untilRow(`the payment ${hash} is seen`, 'select 1 from ledger_payment where hash = $1', [hash])
  }
  return hashes
}

/** Changes the amount or memo, as a payer who mistypes them. */
function rewritten({ uri, amount, memo }: { uri: string; amount?: string; memo?: string }): string {
  const withAmount = amount === undefined ? uri : uri.replace(/\bamount=[\d.]+/, `amount=${amount}`)
  return memo === undefined ? withAmount : withAmount.replace(/\b(memo|dt)=\d+/, `$1=${memo}`)
}

export async function letQuoteExpire(app: App, { email }: Payer): Promise<void> {
  const [quote] = await app.query<{ id: string }>(
    'select id from fee_quote where "userId" = (select id from "user" where email = $1) order by "createdAt" desc limit 1',
    [email],
  )
  await app.query(EXPIRE_QUOTE, [quote?.id])
}

/** Expires a quote at the moment at which this payment for it was in a closed ledger. */
export async function letQuoteExpireAt(app: App, hash: string): Promise<void> {
  for (const [table, quoteId] of [
    ['fee_quote_lock', '"feeQuoteId"'],
    ['fee_quote', 'id'],
  ]) {
    await app.query(
      `update ${table} set "lockedAt" = "lockedAt" - interval '15 minutes',
         "expiresAt" = (select "closedAt" from ledger_payment where hash = $1)
       where ${quoteId} = (select "feeQuoteId" from ledger_payment where hash = $1)`,
      [hash],
    )
  }
}

export async function untilPaid(app: App, { email }: Payer): Promise<void> {
  await app.untilRow(`the fee of ${email} is settled`, 'select 1 from "user" where email = $1 and "hasPaid"', [email])
}

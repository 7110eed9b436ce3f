/** Work for the operator of a running Quayside. */
import type { Locator, Page } from 'playwright-core'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { formWith } from '#scripts/trade/http-client.ts'
import { contract, shippingDocuments } from '#scripts/trade/papers.ts'
import { openDispute } from '#scripts/trade/settle.ts'
import { confirmShipment, openEscrow } from '#scripts/trade/steps.ts'
import type { App } from './app.ts'
import { untilFunded } from './app-moments.ts'

export type Dispute = { txid: string; disputeId: string }

/** A funded and confirmed escrow of the demo buyer and seller, disputed by the buyer. */
export async function putInDispute(app: App, of: { asset: Asset; amount: string }): Promise<Dispute> {
  const { asset, amount } = of
  const buyer = await app.signIn('paid.buyer')
  const seller = await app.signIn('seller')
  const wallet = playAddress('seller', asset)
  const papers = { sellerEmail: seller.email, contract: contract(`${amount} ${asset}`) }
  const { txid, uri } = await openEscrow(buyer, { asset, amount, wallet, ...papers })
  await app.harbour.pay({ from: 'buyer', uri })
  await untilFunded(app, txid)
  await confirmShipment(seller, { txid, wallet, files: shippingDocuments() })
  const reason = 'Of the forty bags sixteen arrived wet.\nThe inspection certificate says nothing of it.'
  await openDispute(buyer, { txid, reason, wallet: playAddress('second-buyer', asset) })
  const [row] = await app.query<{ id: string }>(
    'select d.id from dispute d join escrow e on e.id = d."escrowId" where "transactionId" = $1',
    [txid],
  )
  return { txid, disputeId: row?.id ?? '' }
}

export async function openUnfunded(app: App, of: { asset: Asset; amount: string }): Promise<string> {
  const { asset, amount } = of
  const buyer = await app.signIn('paid.buyer')
  const wallet = playAddress('seller', asset)
  const papers = { sellerEmail: '', contract: contract(`${amount} ${asset}`) }
  const { txid } = await openEscrow(buyer, { asset, amount, wallet, ...papers })
  return txid
}

/** Pays one of our accounts without a memo. Returns the hash once the unmatched payment is listed. */
export async function payWithoutMemo(app: App, amount: string, account: 'fee' | 'escrow' = 'fee'): Promise<string> {
  const response = await fetch(`${app.harbourOrigin}/api/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ from: 'buyer', asset: 'XLM', to: playAddress(account, 'XLM'), amount, mode: 'no_memo' }),
  })
  if (!response.ok) throw new Error(`the wallet did not pay: ${await response.text()}`)
  const [hash = ''] = ((await response.json()) as { hashes: string[] }).hashes
  await app.untilRow(
    'the case is listed',
    `select 1 from payment_case join ledger_payment on ledger_payment.id = "ledgerPaymentId" where hash = $1`,
    [hash],
  )
  return hash
}

/** Registers a person under a name of the harbour's lists. Returns the email address once an operator must review. */
export async function registerAlike(app: App, name = 'Balthazar Quillfeather'): Promise<string> {
  const { visitor, email } = await app.register('buyer')
  const page = await visitor.get('/settings')
  await visitor.submit(page, formWith(page, 'name'), { values: { name } })
  await app.untilRow(
    'the likeness is found',
    'select 1 from screening_review r join "user" u on u.id = r."personId" where u.email = $1',
    [email],
  )
  return email
}

/** Finds this unmatched payment among the open ones: those of others may fill pages before it. */
export async function findUnmatchedOnPage(
  page: Page,
  { origin, hash }: { origin: string; hash: string },
): Promise<Locator> {
  await page.goto(`${origin}/admin-panel/cases`)
  const row = page.locator('.matter', { hasText: hash })
  while ((await row.count()) === 0) {
    const next = await page.locator('a[rel=next]').evaluateAll(([link]) => link?.getAttribute('href') ?? null)
    if (next === null) throw new Error(`There is no open case of ${hash}.`)
    await page.goto(origin + next)
  }
  return row
}

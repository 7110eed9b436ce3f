/** Payments that reached our accounts: stored once each, however often they are read. */

import type { Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { LedgerPayment } from '#app/ledgers/ledger.ts'
import type { PaymentProblem } from '#app/ledgers/payments/domain/arrival.ts'

/** A payment to store, with the verdict: what it is for, or why it does not count. */
export type NewLedgerPayment = LedgerPayment & {
  id: string
  problem: PaymentProblem | null
  /** Our own money, without a reference. */
  toFloat: boolean
  escrowId: string | null
  feeQuoteId: string | null
}

/**
 * Inserts unknown payments in one statement and returns the new ones, in the order given. The database sums up what
 * counts for an escrow or a quote, and books it. Throws a foreign-key or check error.
 */
export async function insertLedgerPayments<Payment extends NewLedgerPayment>(
  tx: Transaction,
  payments: readonly Payment[],
): Promise<Payment[]> {
  if (payments.length === 0) return []
  const column = <Value>(read: (payment: Payment) => Value) => payments.map(read)
  const rows = await tx.$queryRaw<{ id: string }[]>`
    insert into "ledger_payment"
      ("id", "network", "hash", "operation", "fromAddress", "toAddress", "asset", "assetLabel", "amount", "memo", "closedAt", "problem", "toFloat",
       "escrowId", "feeQuoteId")
    select "id", "network"::"Network", "hash", "operation", "from", "to", "asset"::"Asset", "label", "amount", "memo", "at", "problem", "toFloat",
      "escrow", "quote"
    from unnest(
      ${column((p) => p.id)}::uuid[], ${column((p) => p.network)}::text[], ${column((p) => p.hash)}::text[],
      ${column((p) => p.operation)}::text[], ${column((p) => p.from)}::text[], ${column((p) => p.to)}::text[],
      ${column((p) => p.asset)}::text[], ${column((p) => p.assetLabel)}::text[],
      ${column((p) => plain(p.amount))}::numeric[], ${column((p) => p.memo)}::text[],
      ${column((p) => p.at.toISOString())}::timestamptz[], ${column((p) => p.problem)}::text[],
      ${column((p) => p.toFloat)}::boolean[], ${column((p) => p.escrowId)}::uuid[], ${column((p) => p.feeQuoteId)}::uuid[]
    ) as incoming ("id", "network", "hash", "operation", "from", "to", "asset", "label", "amount", "memo", "at", "problem", "toFloat",
      "escrow", "quote")
    on conflict ("network", "hash", "operation") do nothing
    returning "id"::text`
  const fresh = new Set(rows.map((row) => row.id))
  return payments.filter((payment) => fresh.has(payment.id))
}

/** The payments that are not stored: only new ones may be judged. Lock their references first. */
export async function withoutStored<Payment extends Pick<LedgerPayment, 'network' | 'hash' | 'operation'>>(
  tx: Transaction,
  payments: readonly Payment[],
): Promise<Payment[]> {
  if (payments.length === 0) return []
  const column = <Value>(read: (payment: Payment) => Value) => payments.map(read)
  const rows = await tx.$queryRaw<{ key: string }[]>`
    select concat_ws(' ', "network", "hash", "operation") as "key" from "ledger_payment"
    where ("network", "hash", "operation") in (select "network"::"Network", "hash", "operation" from unnest(
      ${column((p) => p.network)}::text[], ${column((p) => p.hash)}::text[], ${column((p) => p.operation)}::text[]
    ) as asked ("network", "hash", "operation"))`
  const stored = new Set(rows.map(({ key }) => key))
  return payments.filter(({ network, hash, operation }) => !stored.has([network, hash, operation].join(' ')))
}

export async function judgeStoredPayments(
  tx: Transaction,
  verdict: { ids: readonly string[]; problem: string | null; feeQuoteId?: string; escrowId?: string },
): Promise<void> {
  const { ids, problem, feeQuoteId = null, escrowId = null } = verdict
  if (ids.length === 0) return
  await tx.ledgerPayment.updateMany({
    where: { id: { in: [...ids] } },
    data: { problem, feeQuoteId, escrowId, toFloat: false },
  })
}

/** The newest payment that counts for a fee quote or an escrow; null: none does. */
export async function findNewestCounted(
  tx: Transaction,
  of: { feeQuoteId: string } | { escrowId: string },
): Promise<{ hash: string; from: string; at: Date; amount: Decimal } | null> {
  const row = await tx.ledgerPayment.findFirst({
    where: { ...of, problem: null },
    orderBy: [{ closedAt: 'desc' }, { id: 'desc' }],
    select: { hash: true, fromAddress: true, closedAt: true, amount: true },
  })
  return row && { hash: row.hash, from: row.fromAddress, at: row.closedAt, amount: toDecimal(row.amount) }
}

/** A payment with a reference that nothing had yet, and the case that lists it. */
export type PaymentAhead = {
  id: string
  hash: string
  asset: string | null
  amount: Decimal
  at: Date
  problem: string | null
  /** The open case; null: it has ended, or there is none. */
  caseId: string | null
}

/** Payments with a reference that nothing had yet, oldest first: a buyer in manual mode pays first. */
export async function findPaymentsAhead(
  tx: Transaction,
  ahead: { network: Network; account: string; reference: number },
): Promise<PaymentAhead[]> {
  const rows = await tx.ledgerPayment.findMany({
    where: {
      network: ahead.network,
      toAddress: ahead.account,
      memo: String(ahead.reference),
      feeQuoteId: null,
      escrowId: null,
    },
    select: {
      id: true,
      hash: true,
      asset: true,
      amount: true,
      closedAt: true,
      problem: true,
      paymentCase: { select: { id: true, closedAt: true } },
      gathered: { select: { paymentCase: { select: { id: true, closedAt: true } } } },
    },
    orderBy: [{ closedAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ closedAt: at, paymentCase, gathered, ...row }) => {
    const listed = paymentCase ?? gathered?.paymentCase ?? null
    return { ...row, at, amount: toDecimal(row.amount), caseId: listed?.closedAt === null ? listed.id : null }
  })
}

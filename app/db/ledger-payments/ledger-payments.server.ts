/** Payments that reached our accounts: stored once each, whatever is read twice. */

import type { Prisma } from '#app/db/generated/client.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import { toDecimal } from '#app/db/kernel/decimal.server.ts'
import type { Network } from '#app/domain/kernel/assets.ts'
import { Decimal, plain } from '#app/domain/kernel/money.ts'
import type { PaymentProblem } from '#app/domain/ledger-payments/arrival.ts'
import type { LedgerPayment } from '#app/ledgers/ledger.ts'

/** A payment to store, with the reason for which it does not count unless somebody has its reference. */
export type NewLedgerPayment = LedgerPayment & {
  id: string
  problem: PaymentProblem | null
  /** Our own money, unless it carries somebody's reference. */
  toFloat: boolean
}

/**
 * Inserts what is not there yet in one statement and answers with those that were new, in the order given. Throws a
 * foreign-key or check error for nonsense; a payment known already is skipped.
 */
export async function insertLedgerPayments(
  tx: Transaction,
  payments: readonly NewLedgerPayment[],
): Promise<NewLedgerPayment[]> {
  if (payments.length === 0) return []
  const column = <Value>(read: (payment: NewLedgerPayment) => Value) => payments.map(read)
  const rows = await tx.$queryRaw<{ id: string }[]>`
    insert into "ledger_payment"
      ("id", "network", "hash", "operation", "fromAddress", "toAddress", "asset", "assetLabel", "amount", "memo", "closedAt", "problem", "toFloat")
    select "id", "network"::"Network", "hash", "operation", "from", "to", "asset"::"Asset", "label", "amount", "memo", "at", "problem", "toFloat"
    from unnest(
      ${column((p) => p.id)}::uuid[], ${column((p) => p.network)}::text[], ${column((p) => p.hash)}::text[],
      ${column((p) => p.operation)}::text[], ${column((p) => p.from)}::text[], ${column((p) => p.to)}::text[],
      ${column((p) => p.asset)}::text[], ${column((p) => p.assetLabel)}::text[],
      ${column((p) => plain(p.amount))}::numeric[], ${column((p) => p.memo)}::text[],
      ${column((p) => p.at.toISOString())}::timestamptz[], ${column((p) => p.problem)}::text[],
      ${column((p) => p.toFloat)}::boolean[]
    ) as incoming ("id", "network", "hash", "operation", "from", "to", "asset", "label", "amount", "memo", "at", "problem", "toFloat")
    on conflict ("network", "hash", "operation") do nothing
    returning "id"::text`
  const fresh = new Set(rows.map((row) => row.id))
  return payments.filter((payment) => fresh.has(payment.id))
}

export type PaymentVerdict = { id: string; problem: string | null; feeQuoteId?: string; escrowId?: string }

/** Notes what a payment is for, or why it does not count. */
export async function judgeStoredPayment(tx: Transaction, verdict: PaymentVerdict): Promise<void> {
  await tx.ledgerPayment.update({
    where: { id: verdict.id },
    data: {
      problem: verdict.problem,
      feeQuoteId: verdict.feeQuoteId ?? null,
      escrowId: verdict.escrowId ?? null,
      toFloat: false,
    },
    select: { id: true },
  })
}

/** The sum of what counts for an escrow. Lock its row first. */
export async function sumCounted(tx: Transaction, { escrowId }: { escrowId: string }): Promise<Decimal> {
  const { _sum } = await tx.ledgerPayment.aggregate({ where: { escrowId, problem: null }, _sum: { amount: true } })
  return _sum.amount ? toDecimal(_sum.amount) : new Decimal(0)
}

/** What counts for a fee quote, oldest first. Lock its row first. */
export async function findCounted(
  tx: Transaction,
  { feeQuoteId }: { feeQuoteId: string },
): Promise<{ hash: string; from: string; amount: Decimal; at: Date }[]> {
  const rows = await tx.ledgerPayment.findMany({
    where: { feeQuoteId, problem: null },
    orderBy: [{ closedAt: 'asc' }, { id: 'asc' }],
    select: { hash: true, fromAddress: true, amount: true, closedAt: true },
  })
  return rows.map((row) => ({
    hash: row.hash,
    from: row.fromAddress,
    amount: toDecimal(row.amount),
    at: row.closedAt,
  }))
}

const STORED = {
  id: true,
  network: true,
  hash: true,
  operation: true,
  fromAddress: true,
  toAddress: true,
  asset: true,
  assetLabel: true,
  amount: true,
  memo: true,
  problem: true,
  feeQuoteId: true,
  escrowId: true,
  closedAt: true,
} satisfies Prisma.LedgerPaymentSelect

/** Payments that carried a reference before anything had it: a buyer in manual mode pays first. */
export async function findPaymentsAhead(
  tx: Transaction,
  ahead: { network: Network; account: string; reference: number },
) {
  const rows = await tx.ledgerPayment.findMany({
    where: {
      network: ahead.network,
      toAddress: ahead.account,
      memo: String(ahead.reference),
      feeQuoteId: null,
      escrowId: null,
    },
    select: STORED,
    orderBy: { closedAt: 'asc' },
  })
  return rows.map((row) => ({ ...row, amount: toDecimal(row.amount) }))
}

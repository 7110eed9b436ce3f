/** Stored payments as the pages of their payers show them. */

import type { Prisma } from '#app/db/generated/client.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { toDecimal } from '#app/db/kernel/decimal.server.ts'
import type { Network } from '#app/domain/kernel/assets.ts'
import { Decimal, plain } from '#app/domain/kernel/money.ts'
import type { SeenPayment } from '#app/domain/ledger-payments/seen-payment.ts'

const SEEN = {
  id: true,
  hash: true,
  amount: true,
  asset: true,
  assetLabel: true,
  problem: true,
  closedAt: true,
} satisfies Prisma.LedgerPaymentSelect

function toSeenPayment(row: Prisma.LedgerPaymentGetPayload<{ select: typeof SEEN }>): SeenPayment {
  const { amount, closedAt, ...facts } = row
  return { ...facts, amount: plain(toDecimal(amount)), at: closedAt.toISOString() }
}

/** What was seen for a fee quote or an escrow, oldest first, and the sum of what counts. */
export async function findSeenPayments(
  db: Database,
  target: { feeQuoteId: string } | { escrowId: string },
): Promise<{ payments: SeenPayment[]; counted: Decimal }> {
  const rows = await db.ledgerPayment.findMany({ where: target, select: SEEN, orderBy: { closedAt: 'asc' } })
  const counted = rows
    .filter((row) => row.problem === null)
    .reduce((sum, row) => sum.plus(toDecimal(row.amount)), new Decimal(0))
  return { payments: rows.map(toSeenPayment), counted }
}

/**
 * What arrived for a fee of a buyer under other quotes than this one, oldest first. What counted for a quote that was ended
 * has been given back, and what paid one has its receipt.
 */
export async function findEarlierPayments(
  db: Database,
  { userId, feeQuoteId }: { userId: string; feeQuoteId: string | null },
): Promise<SeenPayment[]> {
  const rows = await db.ledgerPayment.findMany({
    where: {
      feeQuote: { userId },
      feeQuoteId: { not: feeQuoteId },
      NOT: { problem: null, feeQuote: { state: { in: ['closed', 'paid'] } } },
    },
    select: SEEN,
    orderBy: { closedAt: 'asc' },
  })
  return rows.map(toSeenPayment)
}

/** The payments of a transaction that reached an account of ours, with the memo that they carried. */
export async function findPaymentsByHash(
  db: Database,
  of: { network: Network; hash: string; account: string },
): Promise<(SeenPayment & { memo: string | null })[]> {
  const rows = await db.ledgerPayment.findMany({
    where: { network: of.network, hash: of.hash, toAddress: of.account },
    select: { ...SEEN, memo: true },
    orderBy: { operation: 'asc' },
  })
  return rows.map((row) => ({ ...toSeenPayment(row), memo: row.memo }))
}

import type { Database } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { SeenPayment, SeenPayments } from '#app/ledgers/payments/domain/seen-payment.ts'

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

/** Per escrow or quote: somebody who sends dust repeatedly must not make the page long, or slow to read. */
const MOST_SHOWN = 20
const MOST_COUNTED = 1_000

const LARGEST = {
  orderBy: [{ amount: 'desc' }, { id: 'desc' }],
  take: MOST_SHOWN,
} satisfies Prisma.LedgerPaymentFindManyArgs

const byTime = (a: SeenPayment, b: SeenPayment) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id)

/** The largest payments for a fee quote or an escrow, oldest first, and the number of smaller ones. */
export async function findSeenPayments(
  db: Database,
  target: { feeQuoteId: string } | { escrowId: string },
): Promise<SeenPayments> {
  const rows = await db.ledgerPayment.findMany({ where: target, select: SEEN, ...LARGEST })
  const payments = rows.map(toSeenPayment).sort(byTime)
  if (rows.length < MOST_SHOWN) return { payments, smaller: null }
  const count = await db.ledgerPayment.count({ where: target, skip: MOST_SHOWN, take: MOST_COUNTED + 1 })
  const isMore = count > MOST_COUNTED
  return { payments, smaller: count === 0 ? null : { count: isMore ? MOST_COUNTED : count, isMore } }
}

/**
 * The largest payments for a buyer's fee under other quotes, oldest first. Left out: what counted for a quote that was
 * ended, which was returned, and for a paid one, which has its receipt. `without`: quotes and payments shown elsewhere.
 */
export async function findEarlierPayments(
  db: Database,
  asked: { userId: string; feeQuoteId: string | null; without: { quotes: string[]; payments: string[] } },
): Promise<SeenPayment[]> {
  const { userId, feeQuoteId, without } = asked
  const rows = await db.ledgerPayment.findMany({
    where: {
      feeQuote: { userId },
      feeQuoteId: { not: feeQuoteId },
      id: { notIn: without.payments },
      NOT: [
        { problem: null, feeQuote: { state: { in: ['closed', 'paid'] } } },
        { problem: null, feeQuoteId: { in: without.quotes } },
      ],
    },
    select: SEEN,
    ...LARGEST,
  })
  return rows.map(toSeenPayment).sort(byTime)
}

/** The payments of a transaction to an account of ours, with their memos. */
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

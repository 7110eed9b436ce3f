/** Payment claims: hashes that buyers state as the payment of an escrow, each once per escrow, and their verdicts. */

import {
  CLAIM_VERDICTS,
  type ClaimArrival,
  type ClaimVerdict,
  type PaymentClaim,
} from '#app/escrow/domain/payment-claim.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'

/** Stores a claimed hash. A repeated one is checked again, unless it counts. Throws a foreign-key error: no escrow. */
export async function storeClaim(tx: Transaction, stated: { escrowId: string; hash: string; at: Date }): Promise<void> {
  const { escrowId, hash, at } = stated
  await tx.statedPayment.createMany({
    data: [{ escrowId, hash, ledgerHash: hash, statedAt: at }],
    skipDuplicates: true,
  })
  await tx.statedPayment.updateMany({
    where: { escrowId, hash, verdict: { notIn: ['counted', 'late'] } },
    data: { verdict: null, judgedAt: null, statedAt: at },
  })
}

export async function findUnansweredClaims(db: Database, escrowId: string) {
  return db.statedPayment.findMany({
    where: { escrowId, verdict: null },
    orderBy: [{ statedAt: 'asc' }, { id: 'asc' }],
    select: { id: true, hash: true, statedAt: true },
  })
}

/** Returns the escrows with a claim that is unanswered since `before`. */
export async function findEscrowsToAnswer(db: Database, before: Date): Promise<string[]> {
  const rows = await db.statedPayment.findMany({
    where: { verdict: null, statedAt: { lt: before } },
    orderBy: [{ statedAt: 'asc' }, { id: 'asc' }],
    distinct: ['escrowId'],
    take: 500,
    select: { escrowId: true },
  })
  return rows.map(({ escrowId }) => escrowId)
}

export async function storeVerdict(
  tx: Transaction,
  judged: { id: string; verdict: ClaimVerdict; ledgerHash: string; memo: string | null; at: Date },
): Promise<void> {
  const { id, at: judgedAt, ...facts } = judged
  await tx.statedPayment.updateMany({ where: { id, verdict: null }, data: { ...facts, judgedAt } })
}

/** Marks claims of transactions that now count for an escrow: with the verdict there, and as used elsewhere. */
export async function answerCounted(
  tx: Transaction,
  counted: { escrowId: string; hashes: readonly string[]; verdict: 'counted' | 'late'; at: Date },
): Promise<void> {
  const { escrowId, hashes, verdict, at: judgedAt } = counted
  if (hashes.length === 0) return
  const ledgerHash = { in: [...hashes] }
  const isNotCounted = { OR: [{ verdict: null }, { verdict: { notIn: ['counted', 'late'] } }] }
  await tx.statedPayment.updateMany({
    where: { ledgerHash, escrowId, ...isNotCounted },
    data: { verdict, judgedAt },
  })
  await tx.statedPayment.updateMany({
    where: { ledgerHash, escrowId: { not: escrowId }, ...isNotCounted },
    data: { verdict: 'used', judgedAt },
  })
}

/** Reopens claims of these transactions that were answered as not arrived: more is known now. Returns the escrows. */
export async function reopenClaims(tx: Transaction, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return []
  const rows = await tx.$queryRaw<{ escrowId: string }[]>`
    update "stated_payment" set "verdict" = null, "judgedAt" = null
    where "ledgerHash" = any(${hashes}::text[]) and "verdict" in ('not_found', 'on_ledger', 'elsewhere')
    returning "escrowId"::text as "escrowId"`
  return [...new Set(rows.map(({ escrowId }) => escrowId))]
}

/** Returns everything that the transaction paid to any account of ours. */
export async function findArrivals(tx: Transaction, of: { network: Network; hash: string }): Promise<ClaimArrival[]> {
  const rows = await tx.ledgerPayment.findMany({
    where: of,
    orderBy: { operation: 'asc' },
    select: { escrowId: true, feeQuoteId: true, problem: true, memo: true, closedAt: true },
  })
  return rows.map(({ closedAt: at, ...row }) => ({ ...row, at }))
}

/** Returns an escrow's payment claims, oldest first. */
export async function findStatements(db: Database, escrowId: string): Promise<PaymentClaim[]> {
  const rows = await db.statedPayment.findMany({
    where: { escrowId },
    orderBy: [{ statedAt: 'asc' }, { id: 'asc' }],
    select: { hash: true, ledgerHash: true, statedAt: true, verdict: true, memo: true },
  })
  const arrived = await findUncounted(
    db,
    rows.map(({ ledgerHash }) => ledgerHash),
  )
  return rows.map(({ hash, ledgerHash, statedAt, verdict: stored, memo }) => {
    const verdict = CLAIM_VERDICTS.find((known) => known === stored) ?? null
    const payments = arrived.filter((payment) => payment.hash === ledgerHash)
    const [first] = payments
    const found =
      verdict === 'no_memo' && first?.asset ? { amount: plain(toDecimal(first.amount)), asset: first.asset } : null
    const isDecided = payments.length > 0 && payments.every(({ paymentCase }) => paymentCase?.closedAt)
    return { hash, statedAt: statedAt.toISOString(), verdict, memo, found, isDecided }
  })
}

/** Of these transactions, the payments that count for nothing. */
async function findUncounted(db: Database, hashes: readonly string[]) {
  if (hashes.length === 0) return []
  return db.ledgerPayment.findMany({
    where: { hash: { in: [...hashes] }, problem: { not: null } },
    orderBy: { operation: 'asc' },
    select: { hash: true, amount: true, asset: true, paymentCase: { select: { closedAt: true } } },
  })
}

/** Limits how many are notified about one payment: everybody can claim a hash. */
const MOST_TOLD = 20

export type EscrowClaimant = { buyerId: string; transactionId: string }

/** Returns the buyers who claimed a transaction that does not count for their escrow. */
export async function findUnansweredClaimants(tx: Transaction, ledgerHash: string): Promise<EscrowClaimant[]> {
  const rows = await tx.statedPayment.findMany({
    where: { ledgerHash, OR: [{ verdict: null }, { verdict: { notIn: ['counted', 'late'] } }] },
    distinct: ['escrowId'],
    orderBy: { escrowId: 'asc' },
    take: MOST_TOLD,
    select: { escrow: { select: { buyerId: true, transactionId: true } } },
  })
  return rows.map(({ escrow }) => escrow)
}

export type EscrowClaim = { hash: string; name: string; email: string; transactionId: string; at: Date }

/** Returns who claimed these hashes for which escrow, newest first: for whoever has to find a payer. */
export async function findEscrowClaims(db: Database, hashes: readonly string[]): Promise<EscrowClaim[]> {
  if (hashes.length === 0) return []
  const rows = await db.statedPayment.findMany({
    where: { ledgerHash: { in: [...hashes] } },
    orderBy: [{ statedAt: 'desc' }, { id: 'desc' }],
    select: {
      ledgerHash: true,
      statedAt: true,
      escrow: { select: { transactionId: true, buyer: { select: { name: true, email: true } } } },
    },
  })
  return rows.map(({ ledgerHash, statedAt, escrow: { transactionId, buyer } }) => ({
    hash: ledgerHash,
    ...buyer,
    transactionId,
    at: statedAt,
  }))
}

/** Agreed splits. A trigger keeps what was proposed; partial unique indexes keep one open per side, and one agreed. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import {
  type DivisionAnswer,
  type DivisionKind,
  divisionAnswerOf,
  divisionKindOf,
  type Shares,
} from '#app/trade/divisions/domain/division.ts'

export type NewDivision = {
  id: string
  escrowId: string
  kind: DivisionKind
  /** Of an offer: the dispute that it would end. */
  disputeId: string | null
  side: Reader
  proposedById: string
  shares: Shares
  /** The seller's payout wallet at the time of the proposal. */
  payoutAddress: string | null
  payoutMemo: string | null
  words: string
  proposedAt: Date
}

/** Throws a unique-constraint error while another one of this side is open. */
export async function createDivision(tx: Transaction, { shares, ...division }: NewDivision): Promise<void> {
  await tx.division.create({
    data: { ...division, sellerAmount: plain(shares.seller), buyerAmount: plain(shares.buyer) },
    select: { id: true },
  })
}

export const DIVISIONS = {
  orderBy: [{ proposedAt: 'asc' }, { id: 'asc' }],
  select: {
    id: true,
    kind: true,
    disputeId: true,
    side: true,
    proposedById: true,
    sellerAmount: true,
    buyerAmount: true,
    words: true,
    proposedAt: true,
    answer: true,
    answeredAt: true,
    answeredById: true,
  },
} satisfies Prisma.Escrow$divisionsArgs

export async function findDivisions(db: Database | Transaction, escrowId: string): Promise<StoredDivision[]> {
  return (await db.division.findMany({ where: { escrowId }, ...DIVISIONS })).map(toDivision)
}

export type StoredDivision = ReturnType<typeof toDivision>

export function toDivision(stored: Prisma.DivisionGetPayload<typeof DIVISIONS>) {
  const { kind, side, sellerAmount, buyerAmount, answer, ...row } = stored
  return {
    ...row,
    kind: divisionKindOf(kind),
    side: side === 'buyer' ? ('buyer' as const) : ('seller' as const),
    shares: { seller: toDecimal(sellerAmount), buyer: toDecimal(buyerAmount) },
    answer: divisionAnswerOf(answer),
  }
}

/** Compare-and-set: false when it was answered before. */
export async function answerDivision(
  tx: Transaction,
  { id, answer, by, at }: { id: string; answer: Exclude<DivisionAnswer, 'superseded'>; by: string; at: Date },
): Promise<boolean> {
  const { count } = await tx.division.updateMany({
    where: { id, answer: null },
    data: { answer, answeredAt: at, answeredById: by },
  })
  return count === 1
}

/** Supersedes the open splits of an escrow. `side` left out: of both sides. */
export async function supersedeOpen(
  tx: Transaction,
  { escrowId, side, at }: { escrowId: string; side?: Reader; at: Date },
): Promise<number> {
  const { count } = await tx.division.updateMany({
    where: { escrowId, answer: null, ...(side && { side }) },
    data: { answer: 'superseded', answeredAt: at },
  })
  return count
}

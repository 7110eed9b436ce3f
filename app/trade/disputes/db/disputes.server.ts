/** Disputes. Partial unique indexes allow one open dispute per escrow, and one decision about its money. */

import { beside } from '#app/kernel/db/beside.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal, toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Slice } from '#app/kernel/domain/paging/list-place.ts'
import type { DisputeEnd } from '#app/trade/disputes/domain/decision.ts'

/** Throws a unique-constraint error while another dispute of this escrow is open. */
export async function createDispute(
  tx: Transaction,
  dispute: { escrowId: string; openedById: string; reason: string; openedAt: Date },
): Promise<void> {
  await tx.dispute.create({ data: dispute, select: { id: true } })
}

export type EndedDispute = {
  escrowId: string
  decision: DisputeEnd
  by: string
  at: Date
  /** Null: nothing is decided about the money. */
  shares: { seller: Decimal; buyer: Decimal } | null
  note: string
}

/** Compare-and-set. False: no dispute is open any more. */
export async function endDispute(tx: Transaction, end: EndedDispute): Promise<boolean> {
  const { count } = await tx.dispute.updateMany({
    where: { escrowId: end.escrowId, decision: null },
    data: {
      decision: end.decision,
      decidedAt: end.at,
      decidedById: end.by,
      sellerAmount: end.shares && plain(end.shares.seller),
      buyerAmount: end.shares && plain(end.shares.buyer),
      note: end.note,
    },
  })
  return count === 1
}

export const DISPUTES = {
  orderBy: [{ openedAt: 'asc' }, { id: 'asc' }],
  select: {
    id: true,
    reason: true,
    openedAt: true,
    openedById: true,
    decision: true,
    decidedAt: true,
    sellerAmount: true,
    buyerAmount: true,
    note: true,
    decidedById: true,
  },
} satisfies Prisma.Escrow$disputesArgs

export async function findDisputesOf(db: Database | Transaction, escrowId: string): Promise<StoredDispute[]> {
  return (await db.dispute.findMany({ where: { escrowId }, ...DISPUTES })).map(toDispute)
}

export type StoredDispute = ReturnType<typeof toDispute>

export function toDispute(row: Prisma.DisputeGetPayload<typeof DISPUTES>) {
  const { sellerAmount, buyerAmount } = row
  return { ...row, sellerAmount: toDecimalOrNull(sellerAmount), buyerAmount: toDecimalOrNull(buyerAmount) }
}

/** Disputes for the operator: open ones oldest first, decided ones newest first. */
export async function findDisputes(db: Database, { state, place, take }: Slice & { state: 'open' | 'decided' }) {
  const isOpen = state === 'open'
  const { where, direction } = isOpen
    ? beside(place, { order: 'asc', by: (openedAt) => ({ openedAt }) })
    : beside(place, { order: 'desc', by: (decidedAt) => ({ decidedAt }) })
  const rows = await db.dispute.findMany({
    where: { decision: isOpen ? null : { not: null }, ...where },
    orderBy: [isOpen ? { openedAt: direction } : { decidedAt: direction }, { id: direction }],
    take,
    select: {
      id: true,
      reason: true,
      openedAt: true,
      openedById: true,
      decision: true,
      decidedAt: true,
      escrow: {
        select: {
          id: true,
          transactionId: true,
          currency: true,
          amount: true,
          buyerId: true,
          buyer: { select: { name: true } },
          seller: { select: { name: true } },
          hold: { select: { deadline: true } },
        },
      },
    },
  })
  return rows.map(({ escrow, ...row }) => ({ ...row, escrow: { ...escrow, amount: toDecimal(escrow.amount) } }))
}

/** Times at which deadlines opened a dispute of this escrow; equal to the dispute's `openedAt`. */
export async function findPutByDates(db: Database | Transaction, escrowId: string): Promise<Date[]> {
  const events = await db.auditEvent.findMany({ where: { escrowId, kind: 'put_to_quayside' }, select: { at: true } })
  return events.map(({ at }) => at)
}

/** Null: no such dispute. */
export async function findDisputedEscrowId(db: Database, disputeId: string): Promise<string | null> {
  const row = await db.dispute.findUnique({ where: { id: disputeId }, select: { escrowId: true } })
  return row?.escrowId ?? null
}

export async function countOpenDisputes(db: Database): Promise<number> {
  return db.dispute.count({ where: { decision: null } })
}

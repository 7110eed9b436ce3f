/** Bare rows of ending escrows, for tests of the database's own rules. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { aDueEscrow, arrived, at, releaseOf } from '#tests/support/world/rows.ts'

/** Funded with 1.0000001 XLM and confirmed, not approved; the refund wallet is 'R'. */
export const aFundedEscrow = (db: Database, changes: object = {}) =>
  aDueEscrow(db, { documentApprovalStatus: 'Pending', refundAddress: 'R', refundStatedAt: at, ...changes })

/** The same with 3 XLM in excess. */
export const anOverfundedEscrow = (db: Database, changes: object = {}) =>
  aFundedEscrow(db, {
    payments: { create: [arrived('1.0000001'), arrived('3')] },
    ...changes,
  })

export const refundOf = (escrowId: string, changes: object = {}) => ({
  ...releaseOf(escrowId),
  purpose: 'refund' as const,
  address: 'R',
  ...changes,
})
export const returnOf = (escrowId: string, amount: string, changes: object = {}) => ({
  ...refundOf(escrowId, changes),
  purpose: 'return' as const,
  amount,
})

type Writer = Database | Transaction

export const ask = (to: Writer, escrowId: string) =>
  to.refundRequest.create({ data: { escrowId, reason: 'r', askedAt: at } })
/** Answers as the side that is asked, or as somebody else. */
export async function answer(
  to: Writer,
  escrowId: string,
  said: 'agreed' | 'declined' | 'withdrawn' = 'agreed',
  by?: string | null,
) {
  const { buyerId, sellerId } = await to.escrow.findUniqueOrThrow({ where: { id: escrowId } })
  const answeredById = by === undefined ? (said === 'withdrawn' ? buyerId : sellerId) : by
  const data = { answer: said, answeredAt: at, answeredById }
  return to.refundRequest.updateMany({ where: { escrowId, answer: null }, data })
}
export const agree = async (to: Writer, escrowId: string) => {
  await ask(to, escrowId)
  await answer(to, escrowId)
}

export async function dispute(to: Writer, escrowId: string): Promise<string> {
  const { buyerId } = await to.escrow.findUniqueOrThrow({ where: { id: escrowId }, select: { buyerId: true } })
  const data = { escrowId, openedById: buyerId, reason: 'r', openedAt: at }
  return (await to.dispute.create({ data, select: { id: true } })).id
}
export async function decide(
  to: Writer,
  escrowId: string,
  about: { decision: string; seller?: string; buyer?: string },
) {
  const open = await to.dispute.findFirstOrThrow({ where: { escrowId, decision: null } })
  const shares = { sellerAmount: about.seller ?? null, buyerAmount: about.buyer ?? null }
  const decided = { decision: about.decision, decidedAt: at, decidedById: open.openedById }
  await to.dispute.update({ where: { id: open.id }, data: { ...decided, ...shares } })
}
export const approve = (to: Writer, id: string) =>
  to.escrow.update({ where: { id }, data: { documentApprovalStatus: 'Approved', decidedAt: at } })

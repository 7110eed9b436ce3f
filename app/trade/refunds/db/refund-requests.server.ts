/** Refund requests. A partial unique index allows one open per escrow. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import type { RefundAnswer } from '#app/trade/refunds/domain/refunds-view.ts'

/** Throws a unique-constraint error while another request of this escrow is open. */
export async function createRefundRequest(
  tx: Transaction,
  request: { escrowId: string; reason: string; askedAt: Date },
): Promise<void> {
  await tx.refundRequest.create({ data: request, select: { id: true } })
}

/** Compare-and-set: false when there is no open request any more. */
export async function answerRefundRequest(
  tx: Transaction,
  answered: { escrowId: string; answer: RefundAnswer; by: string; reason: string; at: Date },
): Promise<boolean> {
  const { count } = await tx.refundRequest.updateMany({
    where: { escrowId: answered.escrowId, answer: null },
    data: {
      answer: answered.answer,
      answeredAt: answered.at,
      answeredById: answered.by,
      answerReason: answered.reason,
    },
  })
  return count === 1
}

export const REFUND_REQUESTS = {
  orderBy: [{ askedAt: 'asc' }, { id: 'asc' }],
  select: { id: true, reason: true, askedAt: true, answer: true, answeredAt: true, answerReason: true },
} satisfies Prisma.Escrow$refundRequestsArgs

export async function findRefundRequests(db: Database | Transaction, escrowId: string) {
  return db.refundRequest.findMany({ where: { escrowId }, ...REFUND_REQUESTS })
}

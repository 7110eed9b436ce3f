import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canAnswerRefund } from '#app/escrow/domain/escrow.ts'
import { sideFor } from '#app/escrow/domain/permissions.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { answersOf } from '#app/settlement/custody/domain/show-custody.ts'
import { canSettle } from '#app/settlement/custody/workflows/custody.server.ts'
import { payOwedBack, refundAll } from '#app/settlement/payouts/workflows/pay-buyer-back.server.ts'
import { answerRefundRequest } from '#app/trade/refunds/db/refund-requests.server.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type AnsweredRefund = {
  escrowId: string
  sellerId: string
  isAgreed: boolean
  /** Required when declining. */
  reason: string
}

/**
 * The seller agrees to a refund, or declines (product.md §3). On agreement the whole amount goes to the wallet that the
 * buyer stated, and nothing can be changed any more. Refusals: escrow_not_found, refund_not_asked,
 * decline_reason_required, and those of canSettle.
 */
export async function answerRefund(deps: Deps, answer: AnsweredRefund): Promise<StoredEscrow | Refusal> {
  const { escrowId, sellerId: userId } = answer
  const seen = await findPermitted(deps.db, answer, 'answerRefund')
  if (!seen) return refuse('escrow_not_found')
  if (!answer.isAgreed && answer.reason === '') return refuse('decline_reason_required', { field: 'answerReason' })
  return inTransaction(deps.db, async (tx) => {
    const escrow = await lockEscrow(tx, escrowId)
    const now = deps.clock.now()
    if (!sideFor(escrow, seen.person, 'answerRefund')) return refuse('escrow_not_found')
    if (!canAnswerRefund(escrow.facts)) return refuse('refund_not_asked')
    const { isAgreed, reason } = answer
    const obstacle = isAgreed && canSettle(escrow, { seller: new Decimal(0), buyer: escrow.amount }, now)
    if (obstacle) return obstacle
    const stored = {
      escrowId: escrow.id,
      answer: isAgreed ? 'agreed' : 'declined',
      by: userId,
      reason,
      at: now,
    } as const
    if (!(await answerRefundRequest(tx, stored))) return refuse('refund_not_asked')
    await writeEvent(tx, {
      kind: isAgreed ? 'refund_agreed' : 'refund_declined',
      at: now,
      escrowId: escrow.id,
      userId,
      detail: { reason },
    })
    // Where a wallet has to sign, the email that asks for the signature says it.
    if (!isAgreed || answersOf(escrow).settledBy !== 'signatures') await notifyBuyer(tx, { escrow, answer, now })
    if (isAgreed) {
      await refundAll(tx, { escrow, now })
      await payOwedBack(tx, { escrow: await lockEscrow(tx, escrow.id), now })
      await scheduleDeadline(tx, { escrowId: escrow.id, now })
    }
    return lockEscrow(tx, escrow.id)
  })
}

async function notifyBuyer(
  tx: Transaction,
  { escrow, answer, now }: { escrow: StoredEscrow; answer: AnsweredRefund; now: Date },
): Promise<void> {
  await writeToOther(tx, {
    event: `refund_answered:${escrow.id}:${now.getTime()}`,
    escrowId: escrow.id,
    from: answer.sellerId,
    now,
    to: { userId: escrow.buyerId },
    content: {
      letter: 'refund_answered',
      txid: escrow.transactionId,
      amount: plain(escrow.amount),
      asset: escrow.currency,
      isAgreed: answer.isAgreed,
      ...(answer.reason !== '' && { reason: answer.reason }),
    },
  })
}

import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canAnswerRefund, canAskForRefund } from '#app/escrow/domain/escrow.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { TypedWallet } from '#app/kernel/domain/wallet.ts'
import { sellersSide } from '#app/notices/workflows/queue-email.server.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { answerRefundRequest, createRefundRequest } from '#app/trade/refunds/db/refund-requests.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { checkRefundWallet, keepRefundWallet } from './refund-wallet.server.ts'

/**
 * The buyer asks for a refund of a funded escrow; the seller has to agree (product.md §3). Refusals: escrow_not_found,
 * refund_not_possible, refund_nobody_to_ask (no seller is bound or named: a dispute is the way), refund_reason_required
 * and the wallet_… codes.
 */
export async function askForRefund(
  deps: Deps,
  ask: { escrowId: string; buyerId: string; reason: string; wallet: TypedWallet },
): Promise<StoredEscrow | Refusal> {
  const { buyerId: userId } = ask
  const found = await findPermitted(deps.db, ask, 'askForRefund')
  if (!found) return refuse('escrow_not_found')
  const { escrow: seen } = found
  if (!canAskForRefund(seen.facts)) return refuse('refund_not_possible')
  if (sellersSide(seen, deps.clock.now()) === null) return refuse('refund_nobody_to_ask')
  if (ask.reason === '') return refuse('refund_reason_required', { field: 'refundReason' })
  const obstacle = await checkRefundWallet(deps, { escrow: seen, wallet: ask.wallet, occasion: 'ask' })
  if (obstacle) return obstacle
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, seen.id)
    const now = deps.clock.now()
    const to = sellersSide(before, now)
    if (!canAskForRefund(before.facts)) return refuse('refund_not_possible')
    if (to === null) return refuse('refund_nobody_to_ask')
    const escrow = await keepRefundWallet(tx, { escrow: before, wallet: ask.wallet, now })
    await createRefundRequest(tx, { escrowId: escrow.id, reason: ask.reason, askedAt: now })
    await writeEvent(tx, {
      kind: 'refund_requested',
      at: now,
      escrowId: escrow.id,
      userId,
      detail: { reason: ask.reason },
    })
    await writeToOther(tx, {
      event: `refund_requested:${escrow.id}:${now.getTime()}`,
      escrowId: escrow.id,
      from: userId,
      now,
      to,
      content: {
        letter: 'refund_requested',
        txid: escrow.transactionId,
        amount: plain(escrow.amount),
        asset: escrow.currency,
        reason: ask.reason,
      },
    })
    return lockEscrow(tx, escrow.id)
  })
}

/** Refusals: escrow_not_found, refund_not_asked. */
export async function withdrawRefundRequest(
  deps: Deps,
  ask: { escrowId: string; buyerId: string },
): Promise<StoredEscrow | Refusal> {
  const { escrowId, buyerId: userId } = ask
  if (!(await findPermitted(deps.db, ask, 'askForRefund'))) return refuse('escrow_not_found')
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, escrowId)
    const now = deps.clock.now()
    const answer = { escrowId, answer: 'withdrawn', by: userId, reason: '', at: now } as const
    if (!canAnswerRefund(before.facts) || !(await answerRefundRequest(tx, answer))) return refuse('refund_not_asked')
    await writeEvent(tx, { kind: 'refund_withdrawn', at: now, escrowId, userId })
    return lockEscrow(tx, escrowId)
  })
}

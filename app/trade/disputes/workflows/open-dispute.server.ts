import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canDispute } from '#app/escrow/domain/escrow.ts'
import { sideFor, sideOfAct } from '#app/escrow/domain/permissions.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { TypedWallet } from '#app/kernel/domain/wallet.ts'
import { sellersSide } from '#app/notices/workflows/queue-email.server.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { ledgerDateOf } from '#app/settlement/custody/domain/custodian.ts'
import { releaseWhenDue } from '#app/settlement/payouts/workflows/release-when-due.server.ts'
import { createDispute, endDispute } from '#app/trade/disputes/db/disputes.server.ts'
import { decideBy } from '#app/trade/disputes/domain/decide-by.ts'
import { checkRefundWallet, keepRefundWallet } from '#app/trade/refunds/workflows/refund-wallet.server.ts'
import { findStanding } from '#app/trade/terms/db/milestones.server.ts'
import { mayWithdrawDispute } from '#app/trade/terms/domain/deadline.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type OpenedDispute = {
  escrowId: string
  userId: string
  reason: string
  /** The buyer's refund wallet; missing if the form does not ask for it (`may.disputeWithWallet`). */
  wallet?: TypedWallet | null
}

/**
 * Either party puts a funded escrow before the operator. Until the operator decides or the opener withdraws, nothing
 * moves and nobody can change approval, wallet or documents. Refusals: escrow_not_found, dispute_reason_required,
 * dispute_not_possible, and the wallet_… codes.
 */
export async function openDispute(deps: Deps, opened: OpenedDispute): Promise<StoredEscrow | Refusal> {
  const found = await findPermitted(deps.db, opened, 'dispute')
  if (!found) return refuse('escrow_not_found')
  const { escrow: seen, person: somebody, side: seenSide } = found
  if (opened.reason === '') return refuse('dispute_reason_required', { field: 'disputeReason' })
  const wallet = seenSide === 'buyer' && seen.refundAddress === null ? (opened.wallet ?? null) : null
  const obstacle = wallet && (await checkRefundWallet(deps, { escrow: seen, wallet, occasion: 'state' }))
  // A ledger outage must not block the dispute, since a deadline may be near. The wallet is asked for afterwards.
  const isUnchecked = obstacle?.refused === 'wallet_unchecked'
  if (obstacle && !isUnchecked) return obstacle
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, seen.id)
    const now = deps.clock.now()
    const openedBy = sideFor(before, somebody, 'dispute')
    if (!openedBy) return refuse('escrow_not_found')
    if (!canDispute(before.facts)) return refuse('dispute_not_possible')
    await createDispute(tx, { escrowId: seen.id, openedById: somebody.id, reason: opened.reason, openedAt: now })
    await writeEvent(tx, {
      kind: 'dispute_opened',
      at: now,
      escrowId: seen.id,
      userId: somebody.id,
      detail: { reason: opened.reason, by: openedBy },
    })
    const isStated = wallet && !isUnchecked && before.refundAddress === null
    const escrow = isStated ? await keepRefundWallet(tx, { escrow: before, wallet, now }) : before
    await notifyBoth(tx, { escrow, userId: somebody.id, openedBy, reason: opened.reason, now })
    await scheduleDeadline(tx, { escrowId: seen.id, now })
    return lockEscrow(tx, seen.id)
  })
}

/**
 * The opener withdraws a dispute; the escrow continues as before, without extra time for that side. Refusals:
 * escrow_not_found, dispute_not_open, dispute_stands (mayWithdraw: the own deadline has passed, or it is the third).
 */
export async function withdrawDispute(
  deps: Deps,
  withdrawn: { escrowId: string; userId: string },
): Promise<StoredEscrow | Refusal> {
  const { escrowId, userId } = withdrawn
  if (!(await findPermitted(deps.db, withdrawn, 'dispute'))) return refuse('escrow_not_found')
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, escrowId)
    const now = deps.clock.now()
    if (before.dispute?.openedById !== userId) return refuse('dispute_not_open')
    if (!(await canWithdraw(tx, { escrow: before, now }))) return refuse('dispute_stands')
    const end = { escrowId, decision: 'withdrawn', by: userId, at: now, shares: null, note: '' } as const
    if (!(await endDispute(tx, end))) return refuse('dispute_not_open')
    await writeEvent(tx, { kind: 'dispute_withdrawn', at: now, escrowId, userId })
    await releaseWhenDue(tx, await lockEscrow(tx, escrowId), now)
    await scheduleDeadline(tx, { escrowId, now })
    return lockEscrow(tx, escrowId)
  })
}

async function canWithdraw(tx: Transaction, { escrow, now }: { escrow: StoredEscrow; now: Date }): Promise<boolean> {
  const standing = await findStanding(tx, escrow)
  const { dispute } = escrow
  if (!standing || !dispute) return true
  return mayWithdrawDispute(standing, { side: sideOfAct(escrow, dispute), openedAt: dispute.openedAt, now })
}

async function notifyBoth(
  tx: Transaction,
  told: { escrow: StoredEscrow; userId: string; openedBy: Reader; reason: string; now: Date },
): Promise<void> {
  const { escrow, userId, openedBy, reason, now } = told
  const event = `dispute_opened:${escrow.id}:${now.getTime()}`
  for (const reader of ['buyer', 'seller'] as const) {
    const to = reader === 'buyer' ? { userId: escrow.buyerId } : sellersSide(escrow, now)
    if (!to) continue
    const content = {
      letter: 'dispute_opened',
      reader,
      openedBy,
      txid: escrow.transactionId,
      amount: plain(escrow.amount),
      asset: escrow.currency,
      reason,
      lacksWallet: reader === 'buyer' && escrow.refundAddress === null,
      decideBy: decideBy(now, ledgerDateOf(escrow)).toISOString(),
    } as const
    await writeToOther(tx, { event, escrowId: escrow.id, from: userId, to, content, now })
  }
}

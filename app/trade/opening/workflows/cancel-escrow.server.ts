import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canCancel } from '#app/escrow/domain/escrow.ts'
import { freeFees } from '#app/fees/db/fee-uses.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { TypedWallet } from '#app/kernel/domain/wallet.ts'
import { sellersSide } from '#app/notices/workflows/queue-email.server.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { findDepositToCheck } from '#app/settlement/custody/db/funded-through.server.ts'
import { payOwedBack } from '#app/settlement/payouts/workflows/pay-buyer-back.server.ts'
import { pollBefore } from '#app/trade/onchain/workflows/find-deposits.server.ts'
import { markCancelled } from '#app/trade/opening/db/openings.server.ts'
import { checkRefundWallet, keepRefundWallet } from '#app/trade/refunds/workflows/refund-wallet.server.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type Cancellation = {
  escrowId: string
  buyerId: string
  /** Refund wallet for a partial payment. Null: the buyer states it later. */
  wallet: TypedWallet | null
}

/**
 * The buyer cancels an unfunded escrow (product.md §3). Payments that arrived go back to the stated wallet; later ones
 * do so on request. If nothing had arrived, its fee can cover another escrow. Refusals: escrow_not_found,
 * cancel_not_possible, cancel_lock_checked, the wallet_… codes and those of pollBefore.
 */
export async function cancelEscrow(deps: Deps, cancellation: Cancellation): Promise<StoredEscrow | Refusal> {
  const { wallet, buyerId: userId } = cancellation
  const found = await findPermitted(deps.db, cancellation, 'cancel')
  if (!found) return refuse('escrow_not_found')
  const { escrow: seen } = found
  const obstacle = wallet && (await checkRefundWallet(deps, { escrow: seen, wallet, occasion: 'cancel' }))
  if (obstacle) return obstacle
  const unseen = seen.cancelledAt ? null : await pollBefore(deps, seen)
  if (unseen) return unseen
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, seen.id)
    const now = deps.clock.now()
    // If repeated, only the wallet is new: it may have been stated the second time.
    if (!before.cancelledAt) {
      // The on-chain deposit is as agreed, and funds the escrow once it is checked (docs/decisions/119).
      if (await findDepositToCheck(tx, seen.id)) return refuse('cancel_lock_checked')
      if (!canCancel(before.facts) || !(await markCancelled(tx, { escrowId: seen.id, at: now }))) {
        return refuse('cancel_not_possible')
      }
      // No money was held, so this escrow has not earned the fee.
      if (before.receivedAmount.isZero()) await freeFees(tx, seen.id)
      await writeEvent(tx, { kind: 'escrow_cancelled', at: now, escrowId: seen.id, userId })
      await notifySeller(tx, before, now)
      await scheduleDeadline(tx, { escrowId: seen.id, now })
    }
    const cancelled = await lockEscrow(tx, seen.id)
    if (wallet) await payOwedBack(tx, { escrow: await keepRefundWallet(tx, { escrow: cancelled, wallet, now }), now })
    return lockEscrow(tx, seen.id)
  })
}

/** So that nobody ships. */
async function notifySeller(tx: Transaction, escrow: StoredEscrow, now: Date): Promise<void> {
  const to = sellersSide(escrow, now)
  if (to === null) return
  await writeToOther(tx, {
    event: `escrow_cancelled:${escrow.id}`,
    escrowId: escrow.id,
    from: escrow.buyerId,
    now,
    to,
    content: {
      letter: 'escrow_cancelled',
      txid: escrow.transactionId,
      amount: plain(escrow.amount),
      asset: escrow.currency,
    },
  })
}

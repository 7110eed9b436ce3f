import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canCancel } from '#app/escrow/domain/escrow.ts'
import { freeFees } from '#app/fees/db/fee-uses.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { TypedWallet } from '#app/kernel/domain/wallet.ts'
import { sellersSide } from '#app/notices/workflows/queue-letter.server.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { findLockToCheck } from '#app/settlement/custody/db/funded-through.server.ts'
import { payOwedBack } from '#app/settlement/payouts/workflows/pay-buyer-back.server.ts'
import { lookBefore } from '#app/trade/onchain/workflows/find-locks.server.ts'
import { markCancelled } from '#app/trade/opening/db/openings.server.ts'
import { checkRefundWallet, keepRefundWallet } from '#app/trade/refunds/workflows/refund-wallet.server.ts'
import { windClock } from '#app/trade/terms/workflows/wind-clock.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type Cancellation = {
  escrowId: string
  buyerId: string
  /** Where a part that has arrived goes back; null leaves it until the buyer states one. */
  wallet: TypedWallet | null
}

/**
 * The buyer calls off an escrow that is not funded (product.md §3). What had arrived goes back to the wallet stated, and so
 * does what arrives later, on request. A fee that was paid for it covers another one, if nothing had arrived. Refusals:
 * escrow_not_found, cancel_not_possible, cancel_lock_checked, the wallet_… codes and those of lookBefore.
 */
export async function cancelEscrow(deps: Deps, cancellation: Cancellation): Promise<StoredEscrow | Refusal> {
  const { wallet, buyerId: userId } = cancellation
  const found = await findPermitted(deps.db, cancellation, 'cancel')
  if (!found) return refuse('escrow_not_found')
  const { escrow: seen } = found
  const obstacle = wallet && (await checkRefundWallet(deps, { escrow: seen, wallet, occasion: 'cancel' }))
  if (obstacle) return obstacle
  const unseen = seen.cancelledAt ? null : await lookBefore(deps, seen)
  if (unseen) return unseen
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, seen.id)
    const now = deps.clock.now()
    // Somebody who pressed twice may have stated a wallet the second time.
    if (!before.cancelledAt) {
      // The money lies on the ledger as agreed, and funds the escrow as soon as it is checked (docs/decisions/119).
      if (await findLockToCheck(tx, seen.id)) return refuse('cancel_lock_checked')
      if (!canCancel(before.facts) || !(await markCancelled(tx, { escrowId: seen.id, at: now }))) {
        return refuse('cancel_not_possible')
      }
      // Nothing was held and nothing has to be given back: the fee has not been earned by this escrow.
      if (before.receivedAmount.isZero()) await freeFees(tx, seen.id)
      await writeEvent(tx, { kind: 'escrow_cancelled', at: now, escrowId: seen.id, userId })
      await tellSeller(tx, before, now)
      await windClock(tx, { escrowId: seen.id, now })
    }
    const cancelled = await lockEscrow(tx, seen.id)
    if (wallet) await payOwedBack(tx, { escrow: await keepRefundWallet(tx, { escrow: cancelled, wallet, now }), now })
    return lockEscrow(tx, seen.id)
  })
}

/** So that nobody ships any more. */
async function tellSeller(tx: Transaction, escrow: StoredEscrow, now: Date): Promise<void> {
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

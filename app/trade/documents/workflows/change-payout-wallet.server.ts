import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canChangeWallet, whyFinal } from '#app/escrow/domain/escrow.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { isSameWallet, type TypedWallet, walletOf } from '#app/kernel/domain/wallet.ts'
import { custodyOf } from '#app/settlement/custody/workflows/custody.server.ts'
import { checkPayoutWallet } from '#app/settlement/payouts/workflows/wallets/check-payout-wallet.server.ts'
import { replacePayoutWallet } from '#app/settlement/payouts/workflows/wallets/replace-payout-wallet.server.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * The seller states another payout wallet; the confirmation and its time stand (product.md §3). An approval counts for
 * the wallet that the buyer saw (decision 004): one given before funding returns to Pending. The same wallet changes
 * nothing. Refusals: escrow_not_found, held_agreed_wallet, in_dispute, approval_final, escrow_settled and wallet_….
 */
export async function changePayoutWallet(
  deps: Deps,
  change: { escrowId: string; sellerId: string; wallet: TypedWallet },
): Promise<StoredEscrow | Refusal> {
  const wallet = walletOf(change.wallet)
  const { escrowId, sellerId: userId } = change
  const found = await findPermitted(deps.db, change, 'changeWallet')
  if (!found) return refuse('escrow_not_found')
  const { escrow: seen } = found
  if (custodyOf(seen).payees === 'agreed') return refuse('held_agreed_wallet', { field: 'walletAddress' })
  const payee = { asset: seen.currency, amount: seen.amount, ...wallet, statedBy: userId }
  const obstacle = await checkPayoutWallet(deps, payee)
  if (obstacle) return obstacle
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, escrowId)
    if (before.payoutAddress && isSameWallet({ address: before.payoutAddress, memo: before.payoutMemo }, wallet)) {
      return before
    }
    if (before.dispute) return refuse('in_dispute', { field: 'walletAddress' })
    if (!canChangeWallet(before.facts)) return refuse(whyFinal(before.facts), { field: 'walletAddress' })
    const now = deps.clock.now()
    const escrow = await replacePayoutWallet(tx, { before, wallet, by: userId, now })
    await scheduleDeadline(tx, { escrowId, now })
    return escrow
  })
}

import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { waitsForItsWallet } from '#app/escrow/domain/escrow.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { TypedWallet } from '#app/kernel/domain/wallet.ts'
import { payOwedBack, refundAll } from '#app/settlement/payouts/workflows/pay-buyer-back.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { checkRefundWallet, keepRefundWallet } from './refund-wallet.server.ts'

/**
 * The buyer states where money goes back, never blindly to the sender (product.md §3). Money owed back beside the
 * settlement, a refund that waits for a wallet alone, and payouts that a wallet problem blocked are sent there at once.
 * Refusals: escrow_not_found and the wallet_… codes.
 */
export async function stateRefundWallet(
  deps: Deps,
  stated: { escrowId: string; buyerId: string; wallet: TypedWallet },
): Promise<StoredEscrow | Refusal> {
  const found = await findPermitted(deps.db, stated, 'stateRefundWallet')
  if (!found) return refuse('escrow_not_found')
  const { escrow } = found
  const obstacle = await checkRefundWallet(deps, { escrow, wallet: stated.wallet, occasion: 'state' })
  if (obstacle) return obstacle
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, escrow.id)
    const now = deps.clock.now()
    const known = await keepRefundWallet(tx, { escrow: before, wallet: stated.wallet, now })
    // A deadline has opened the refund, which has waited for this wallet.
    if (waitsForItsWallet(known.facts)) {
      await refundAll(tx, { escrow: known, now })
    }
    await payOwedBack(tx, { escrow: await lockEscrow(tx, escrow.id), now })
    return lockEscrow(tx, escrow.id)
  })
}

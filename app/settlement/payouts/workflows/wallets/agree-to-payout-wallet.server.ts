import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { isSameWallet, type Wallet } from '#app/kernel/domain/wallet.ts'
import { queueToBoth } from '#app/notices/workflows/queue-email.server.ts'
import { redirectBlocked } from '#app/settlement/payouts/db/payouts.server.ts'
import { storeAgreedWallet } from '#app/settlement/payouts/db/wallet-proposals.server.ts'
import { waitsForPayoutWallet } from '#app/settlement/payouts/domain/waiting-payout.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * The buyer agrees that the release goes to the wallet that the seller proposed, because the approved one cannot
 * receive it (decision 004). It counts for the wallet shown; the payout then continues. Refusals: escrow_not_found;
 * payout_moved_on (the approved wallet was fixed meanwhile, or there is no proposal); wallet_changed (the seller
 * proposed another one meanwhile).
 */
export async function agreeToPayoutWallet(
  deps: Deps,
  agreed: { escrowId: string; buyerId: string; seenWallet: Wallet },
): Promise<StoredEscrow | Refusal> {
  const { escrowId, buyerId, seenWallet } = agreed
  return inTransaction(deps.db, async (tx) => {
    if (!(await findPermitted(tx, agreed, 'agreeToWallet'))) return refuse('escrow_not_found')
    const before = await lockEscrow(tx, escrowId)
    const { walletProposal: proposal, release } = before
    if (!proposal || !release || !waitsForPayoutWallet(release)) return refuse('payout_moved_on')
    if (!isSameWallet(proposal, seenWallet)) return refuse('wallet_changed')

    const now = deps.clock.now()
    const { at: statedAt, ...wallet } = proposal
    await storeAgreedWallet(tx, { escrowId, wallet, statedAt })
    const [payoutId] = await redirectBlocked(tx, { escrowId, purposes: ['release'], ...wallet })
    // Both or neither: whoever moves a blocked payout has locked the escrow, so this never happens.
    if (payoutId === undefined) throw new Error(`the release of ${before.transactionId} did not follow its escrow`)
    await writeEvent(tx, {
      kind: 'payout_wallet_agreed',
      at: now,
      escrowId,
      userId: buyerId,
      detail: { ...wallet, insteadOf: { address: release.address, memo: release.memo } },
    })
    await notifyBoth(tx, { escrow: before, payoutId, now })
    await enqueue(tx, { name: 'dispatch_payouts', payload: { network: networkOf(before.currency) } })
    return lockEscrow(tx, escrowId)
  })
}

async function notifyBoth(
  tx: Transaction,
  { escrow, payoutId, now }: { escrow: StoredEscrow; payoutId: string; now: Date },
): Promise<void> {
  await queueToBoth(tx, {
    event: `payout_wallet_agreed:${payoutId}:${now.getTime()}`,
    escrow,
    now,
    contentFor: () => ({
      letter: 'payout_wallet_agreed',
      txid: escrow.transactionId,
      amount: plain(escrow.release?.amount ?? escrow.amount),
      asset: escrow.currency,
    }),
  })
}

/** The wallet for refunds: whether it works, and storing it. */

import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { waitsForItsWallet } from '#app/escrow/domain/escrow.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import { isSameWallet, type TypedWallet, walletOf } from '#app/kernel/domain/wallet.ts'
import { custodyOf } from '#app/settlement/custody/workflows/custody.server.ts'
import { redirectBlocked } from '#app/settlement/payouts/db/payouts.server.ts'
import { waitsForRefundWallet } from '#app/settlement/payouts/domain/waiting-payout.ts'
import { checkPayoutWallet } from '#app/settlement/payouts/workflows/wallets/check-payout-wallet.server.ts'
import { storeRefundWallet } from '#app/trade/refunds/db/refund-wallets.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** What the wallet is for: a refund request, money that goes back, a cancellation, or a share of a split. */
type Occasion = 'ask' | 'state' | 'cancel' | { share: Decimal }

/** Could the wallet be paid on this occasion? Asks the ledger: call it outside of a transaction. Null: yes. */
export async function checkRefundWallet(
  deps: Deps,
  { escrow, wallet, occasion }: { escrow: StoredEscrow; wallet: TypedWallet; occasion: Occasion },
): Promise<Refusal | null> {
  if (custodyOf(escrow).payees === 'agreed') return null
  for (const amount of amountsBack(escrow, occasion)) {
    const payee = { asset: escrow.currency, amount, ...walletOf(wallet), statedBy: escrow.buyerId }
    const refusal = await checkPayoutWallet(deps, payee)
    if (refusal) return { ...refusal, field: refusal.field === 'walletMemo' ? 'refundMemo' : 'refundAddress' }
  }
  return null
}

/** Each payout that would go there, in whole units; where nothing is owed yet, the most that may be. */
function amountsBack(escrow: StoredEscrow, occasion: Occasion): Decimal[] {
  const paidOut = escrow.payouts.reduce((sum, payout) => sum.plus(payout.amount), new Decimal(0))
  const waiting = escrow.payouts.filter(waitsForRefundWallet).map(({ amount }) => amount)
  const opened = waitsForItsWallet(escrow.facts) ? [escrow.amount] : []
  if (typeof occasion === 'object') return [occasion.share, ...waiting]
  const amounts =
    occasion === 'ask'
      ? [escrow.amount, ...waiting]
      : [occasion === 'cancel' ? escrow.receivedAmount.minus(paidOut) : escrow.owedBack, ...opened, ...waiting]
  const owed = amounts.filter((amount) => amount.gt(0))
  return owed.length > 0 ? owed : [escrow.amount]
}

/** Stores a checked wallet, and redirects blocked payouts to it. Returns the escrow afterwards. */
export async function keepRefundWallet(
  tx: Transaction,
  kept: { escrow: StoredEscrow; wallet: TypedWallet; now: Date },
): Promise<StoredEscrow> {
  const { escrow, now } = kept
  // Money in on-chain custody goes back to the wallet that deposited it.
  if (custodyOf(escrow).payees === 'agreed') return escrow
  const wallet = walletOf(kept.wallet)
  const { refundAddress, refundMemo } = escrow
  if (refundAddress === null || !isSameWallet({ address: refundAddress, memo: refundMemo }, wallet)) {
    await storeRefundWallet(tx, { escrowId: escrow.id, wallet, at: now })
    await writeEvent(tx, {
      kind: 'refund_wallet_stated',
      at: now,
      escrowId: escrow.id,
      userId: escrow.buyerId,
      detail: { address: wallet.address },
    })
    await enqueue(tx, { name: 'screen_person', payload: { userId: escrow.buyerId } })
  }
  // Also when nothing changed: a payout queued before a change of wallet can be blocked after it.
  const redirected = { escrowId: escrow.id, purposes: ['refund' as const, 'return' as const], ...wallet }
  if ((await redirectBlocked(tx, redirected)).length > 0) {
    await enqueue(tx, { name: 'dispatch_payouts', payload: { network: networkOf(escrow.currency) } })
  }
  return lockEscrow(tx, escrow.id)
}

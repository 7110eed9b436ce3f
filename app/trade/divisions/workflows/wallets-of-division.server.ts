/** Both sides that get something have a wallet, and the buyer has looked at the seller's: asked before anything is agreed. */
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { TypedWallet } from '#app/kernel/domain/wallet.ts'
import { custodyOf } from '#app/settlement/custody/workflows/custody.server.ts'
import { expectationOf, mustBeChecked } from '#app/settlement/payouts/domain/expectation.ts'
import type { DivisionKind, Shares } from '#app/trade/divisions/domain/division.ts'
import { checkRefundWallet } from '#app/trade/refunds/workflows/refund-wallet.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** What only the buyer's form says. */
export type ForBuyer = {
  /** Where the buyer's share goes; null where the form did not ask, because a wallet was stated before. */
  wallet: TypedWallet | null
  /** A payout wallet other than the expected one, or one that was left to the seller, was checked with the seller. */
  hasCheckedWallet: boolean
}

type Of = ForBuyer & { side: Reader; shares: Shares }

/** What is done with the division. An offer is checked when it is agreed to, a lower price when the buyer offers it (decision 134). */
type Step = { kind: DivisionKind; step: 'propose' | 'agree' }

/** From the record alone. Null: both can be paid. */
export function obstacleOfWallets(escrow: StoredEscrow, of: Of & Step): Refusal | null {
  const { side, shares, wallet } = of
  if (shares.seller.gt(0) && escrow.payoutAddress === null) {
    return refuse('division_needs_seller_wallet', { field: 'sellerAmount' })
  }
  if (side === 'buyer' && shares.buyer.gt(0) && escrow.refundAddress === null && !wallet) {
    return refuse('division_needs_refund_wallet', { field: 'refundAddress' })
  }
  if (shares.seller.isZero() || !mustBeChecked(expectationOf(escrow))) return null
  // What a ledger holds is for the wallet that both agreed to before the lock.
  return side === 'seller' && custodyOf(escrow).payees === 'agreed' ? null : uncheckedBy(of)
}

/**
 * Whoever has the seller's account could have stated any wallet before. So the buyer alone says that it was checked with the seller, in
 * the act that pays it; what the seller accepts before that pays nobody.
 */
function uncheckedBy({ side, kind, step, hasCheckedWallet }: Of & Step): Refusal | null {
  if (side === 'seller') return kind === 'offer' && step === 'agree' ? refuse('division_wallet_unchecked') : null
  if (kind === 'offer' && step === 'propose') return null
  return hasCheckedWallet ? null : refuse('wallet_unverified', { field: 'checkedForShares' })
}

/** Asks the ledger about a wallet that the buyer states with it, so call it outside of a transaction. Null: it can be paid. */
export async function obstacleToWallet(
  deps: Deps,
  { escrow, side, shares, wallet }: Of & { escrow: StoredEscrow },
): Promise<Refusal | null> {
  if (side !== 'buyer' || !wallet || escrow.refundAddress !== null || shares.buyer.isZero()) return null
  return checkRefundWallet(deps, { escrow, wallet, occasion: { share: shares.buyer } })
}

/** Checks before a split is agreed: each side that gets money has a wallet, and the buyer has checked the seller's. */
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { TypedWallet } from '#app/kernel/domain/wallet.ts'
import { custodyOf } from '#app/settlement/custody/workflows/custody.server.ts'
import { expectationOf, mustBeChecked } from '#app/settlement/payouts/domain/expectation.ts'
import type { DivisionKind, Shares } from '#app/trade/divisions/domain/division.ts'
import { checkRefundWallet } from '#app/trade/refunds/workflows/refund-wallet.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** What only the buyer's form has. */
export type ForBuyer = {
  /** The buyer's refund wallet; null: the form did not ask, because one is stated already. */
  wallet: TypedWallet | null
  /** The buyer has checked the payout wallet with the seller: it is not the expected one, or none was expected. */
  hasCheckedWallet: boolean
}

type Of = ForBuyer & { side: Reader; shares: Shares }

/** A wallet is checked when an offer is agreed to, and when the buyer proposes a lower price (decision 134). */
type Step = { kind: DivisionKind; step: 'propose' | 'agree' }

/** Checks the stored wallets alone. Null: both can be paid. */
export function obstacleOfWallets(escrow: StoredEscrow, of: Of & Step): Refusal | null {
  const { side, shares, wallet } = of
  if (shares.seller.gt(0) && escrow.payoutAddress === null) {
    return refuse('division_needs_seller_wallet', { field: 'sellerAmount' })
  }
  if (side === 'buyer' && shares.buyer.gt(0) && escrow.refundAddress === null && !wallet) {
    return refuse('division_needs_refund_wallet', { field: 'refundAddress' })
  }
  if (shares.seller.isZero() || !mustBeChecked(expectationOf(escrow))) return null
  // Money in on-chain custody goes to the wallet that both sides agreed to before the deposit.
  return side === 'seller' && custodyOf(escrow).payees === 'agreed' ? null : uncheckedBy(of)
}

/**
 * Somebody who has taken over the seller's account could have stated any wallet. So only the buyer confirms that it was
 * checked with the seller, in the act that pays it; what the seller accepts before that pays nobody.
 */
function uncheckedBy({ side, kind, step, hasCheckedWallet }: Of & Step): Refusal | null {
  if (side === 'seller') return kind === 'offer' && step === 'agree' ? refuse('division_wallet_unchecked') : null
  if (kind === 'offer' && step === 'propose') return null
  return hasCheckedWallet ? null : refuse('wallet_unverified', { field: 'checkedForShares' })
}

/** Asks the ledger about the wallet in the buyer's form; call it outside of a transaction. Null: it can be paid. */
export async function obstacleToWallet(
  deps: Deps,
  { escrow, side, shares, wallet }: Of & { escrow: StoredEscrow },
): Promise<Refusal | null> {
  if (side !== 'buyer' || !wallet || escrow.refundAddress !== null || shares.buyer.isZero()) return null
  return checkRefundWallet(deps, { escrow, wallet, occasion: { share: shares.buyer } })
}

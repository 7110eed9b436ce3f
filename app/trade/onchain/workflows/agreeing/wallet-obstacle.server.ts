/** Why a wallet cannot be used for an on-chain escrow, as refusals beside its field. */

import { networkOf } from '#app/kernel/domain/assets.ts'
import { type Refusal, type RefusalCode, refuse } from '#app/kernel/domain/refusal.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { OnchainObstacle } from '#app/ledgers/onchain.ts'
import { OBSTACLE_REFUSALS } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import type { Deps } from '#app/workflow-deps.ts'

export const ONCHAIN_REFUSALS: Record<OnchainObstacle, RefusalCode> = {
  ...OBSTACLE_REFUSALS,
  // An account that requires a memo belongs to an exchange.
  memo_required: 'held_no_memo',
  memo_invalid: 'held_no_memo',
  key_disabled: 'held_key_disabled',
  same_wallet: 'held_same_wallet',
  funds_short: 'held_funds_short',
  xrp_disallowed: 'held_xrp_disallowed',
}

export type WalletRefusals = { buyer: Refusal | null; seller: Refusal | null }

/**
 * Asks the ledger whether these two wallets could deposit and be paid; null for a wallet that could. A ledger that does
 * not answer refuses both with wallet_unchecked: nobody is bound to an unchecked wallet.
 */
export async function findWalletRefusals(deps: Deps, terms: OnchainTerms): Promise<WalletRefusals> {
  const values = { currency: terms.asset }
  try {
    const found = await deps.held[networkOf(terms.asset)].obstaclesTo(terms, 'before_locking')
    const read = (obstacle: OnchainObstacle | null) => obstacle && refuse(ONCHAIN_REFUSALS[obstacle], { values })
    return { buyer: read(found.buyer), seller: read(found.seller) }
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    const unchecked = refuse('wallet_unchecked', { values })
    return { buyer: unchecked, seller: unchecked }
  }
}

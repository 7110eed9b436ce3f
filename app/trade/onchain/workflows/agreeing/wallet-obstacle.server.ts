/** Why a wallet cannot be a side of an escrow that the ledger holds, as sentences beside the field that asks for it. */

import { networkOf } from '#app/kernel/domain/assets.ts'
import { type Refusal, type RefusalCode, refuse } from '#app/kernel/domain/refusal.ts'
import type { HeldObstacle } from '#app/ledgers/held.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { OBSTACLE_REFUSALS } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import type { HoldTerms } from '#app/trade/onchain/domain/terms.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** The refusal that names each, with its remedy. */
export const HELD_REFUSALS: Record<HeldObstacle, RefusalCode> = {
  ...OBSTACLE_REFUSALS,
  // Whoever asks for a memo is an exchange.
  memo_required: 'held_no_memo',
  memo_invalid: 'held_no_memo',
  key_disabled: 'held_key_disabled',
  same_wallet: 'held_same_wallet',
  funds_short: 'held_funds_short',
  xrp_disallowed: 'held_xrp_disallowed',
}

export type WalletRefusals = { buyer: Refusal | null; seller: Refusal | null }

/**
 * Asks the ledger whether these two wallets could lock and be paid, as it is before the buyer locks; null for a wallet that could. A
 * ledger that does not answer refuses both with wallet_unchecked, so that nobody is bound to what was never looked at.
 */
export async function findWalletRefusals(deps: Deps, terms: HoldTerms): Promise<WalletRefusals> {
  const values = { currency: terms.asset }
  try {
    const found = await deps.held[networkOf(terms.asset)].obstaclesTo(terms, 'before_locking')
    const read = (obstacle: HeldObstacle | null) => obstacle && refuse(HELD_REFUSALS[obstacle], { values })
    return { buyer: read(found.buyer), seller: read(found.seller) }
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    const unchecked = refuse('wallet_unchecked', { values })
    return { buyer: unchecked, seller: unchecked }
  }
}

/** Decides which money beside the fee its payer is asked about, and how far its payback is (decision 111). */
import type { PayoutState } from '#app/kernel/domain/payout-state.ts'
import { FEE_UNMATCHED, type FeeUnmatchedKind } from '#app/ledgers/payments/domain/unmatched-payment.ts'

/** Kinds with a person's own reference that need no operator. */
export const PAYERS_UNMATCHED = [
  'fee_over',
  'wrong_asset',
  'wrong_account',
  'quote_closed',
  'already_paid',
  'hash_used',
] as const
/** These may still become the fee: the payer is asked only after another payment was the fee. */
export const WAITING_UNMATCHED = ['fee_short', 'fee_late'] as const satisfies readonly FeeUnmatchedKind[]

export type FeeBackKind = (typeof PAYERS_UNMATCHED)[number] | (typeof WAITING_UNMATCHED)[number]

/**
 * `owed`: no wallet stated. `stated`: one, but no payback yet. `under_way`: a payback exists. `blocked`: its wallet
 * cannot be paid. `failed`: an operator must act. `sent`, `by_hand`: paid. `kept`: until the payer writes.
 */
export type FeeBackState = 'owed' | 'stated' | 'under_way' | 'blocked' | 'failed' | 'sent' | 'by_hand' | 'kept'

type Standing = {
  isClosed: boolean
  end: string | null
  hasWallet: boolean
  payout: { state: PayoutState; blockedReason: string | null } | null
}

/** Null: nothing is owed, because the money counts after all. */
export function feeBackState({ isClosed, end, hasWallet, payout }: Standing): FeeBackState | null {
  if (payout) {
    if (payout.state === 'confirmed') return 'sent'
    if (payout.state !== 'blocked') return 'under_way'
    return payout.blockedReason === 'payout_failed' ? 'failed' : 'blocked'
  }
  if (!isClosed) return hasWallet ? 'stated' : 'owed'
  return end === 'by_hand' || end === 'kept' ? end : null
}

/** True while the payer may state a wallet, or another one: not once a payback exists that can reach its wallet. */
export function takesWallet(state: FeeBackState): boolean {
  return state === 'owed' || state === 'stated' || state === 'blocked'
}

/** True for a kind that is about the fee's total instead of a single payment. */
export function isOfQuote(kind: string): boolean {
  return FEE_UNMATCHED.some((known) => known === kind)
}

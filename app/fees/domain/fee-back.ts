/** What came for a fee and is not the fee: which of it its payer is asked about, and how far it is on its way back (decision 111). */
import type { PayoutState } from '#app/kernel/domain/payout-state.ts'
import { FEE_CASES, type FeeCaseKind } from '#app/ledgers/payments/domain/payment-case.ts'

/** Cases of a person's own reference that need nobody else to look. */
export const PAYERS_CASES = [
  'fee_over',
  'wrong_asset',
  'wrong_account',
  'quote_closed',
  'already_paid',
  'hash_used',
] as const
/** What may still become the fee: asked about once another payment was the fee. */
export const WAITING_CASES = ['fee_short', 'fee_late'] as const satisfies readonly FeeCaseKind[]

export type FeeBackKind = (typeof PAYERS_CASES)[number] | (typeof WAITING_CASES)[number]

/**
 * `owed`: nobody has said where to. `stated`: the payer has, and no payout could be made yet. `under_way`: a payout is. `blocked`: its wallet
 * cannot be paid. `failed`: a person has to look. `sent`, `by_hand`: it is back. `kept`: an operator keeps it until the payer writes.
 */
export type FeeBackState = 'owed' | 'stated' | 'under_way' | 'blocked' | 'failed' | 'sent' | 'by_hand' | 'kept'

type Standing = {
  isClosed: boolean
  end: string | null
  hasWallet: boolean
  payout: { state: PayoutState; blockedReason: string | null } | null
}

/** Null: nothing is owed (any more), because it counts after all. */
export function feeBackState({ isClosed, end, hasWallet, payout }: Standing): FeeBackState | null {
  if (payout) {
    if (payout.state === 'confirmed') return 'sent'
    if (payout.state !== 'blocked') return 'under_way'
    return payout.blockedReason === 'payout_failed' ? 'failed' : 'blocked'
  }
  if (!isClosed) return hasWallet ? 'stated' : 'owed'
  return end === 'by_hand' || end === 'kept' ? end : null
}

/** The payer says, or says anew, where it goes: not once a payout is made that can reach its wallet. */
export function takesWallet(state: FeeBackState): boolean {
  return state === 'owed' || state === 'stated' || state === 'blocked'
}

/** Of the fee itself, and of no single payment. */
export function isOfQuote(kind: string): boolean {
  return FEE_CASES.some((known) => known === kind)
}

/** What stops a payout, as ledgers, refusals, letters and pages name it. */
import type { RefusalCode } from '#app/kernel/domain/refusal.ts'

/** Why a wallet cannot be paid now. */
export const RECEIVE_OBSTACLES = [
  'address_invalid',
  'account_missing',
  'trustline_missing',
  'trustline_full',
  'not_authorized',
  'memo_required',
  'memo_invalid',
  'tag_required',
  'deposit_auth',
  'below_reserve',
  'own_account',
] as const
export type ReceiveObstacle = (typeof RECEIVE_OBSTACLES)[number]

/** The refusal that names each obstacle, with its remedy; a blocked payout holds its code. */
export const OBSTACLE_REFUSALS: Record<ReceiveObstacle, RefusalCode> = {
  address_invalid: 'wallet_invalid',
  account_missing: 'wallet_account_missing',
  trustline_missing: 'wallet_trustline_missing',
  trustline_full: 'wallet_trustline_full',
  not_authorized: 'wallet_not_authorized',
  memo_required: 'wallet_memo_required',
  memo_invalid: 'wallet_memo_invalid',
  tag_required: 'wallet_tag_required',
  deposit_auth: 'wallet_deposit_auth',
  below_reserve: 'wallet_below_reserve',
  own_account: 'wallet_is_ours',
}

/** What stops a payout that its payee can mend, by the code that the payout holds. All else is for the operator. */
const MENDABLE = [
  'wallet_account_missing',
  'wallet_trustline_missing',
  'wallet_trustline_full',
  'wallet_not_authorized',
  'wallet_memo_required',
  'wallet_tag_required',
  'wallet_deposit_auth',
  'wallet_below_reserve',
] as const

/** Null: the payee cannot mend it. */
export function mendableObstacle(reason: string | null): (typeof MENDABLE)[number] | null {
  return MENDABLE.find((obstacle) => obstacle === reason) ?? null
}

/** The key of the sentence for what a blocked payout waits for: what its payee can mend is named, all else is one. */
export function blockedWord(reason: string | null) {
  return mendableObstacle(reason) ?? 'other'
}

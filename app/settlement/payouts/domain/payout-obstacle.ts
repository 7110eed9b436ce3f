/** Decides what blocks a payout, and which of it the payee can fix. */
import type { RefusalCode } from '#app/kernel/domain/refusal.ts'

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

/** The refusal for each obstacle, with its remedy; a blocked payout stores its code. */
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

/** Codes of obstacles that the payee can fix. The operator handles all others. */
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

/** Null: the payee cannot fix it. */
export function mendableObstacle(reason: string | null): (typeof MENDABLE)[number] | null {
  return MENDABLE.find((obstacle) => obstacle === reason) ?? null
}

/** The key of a blocked payout's sentence: one for each obstacle that the payee can fix, one for all others. */
export function blockedWord(reason: string | null) {
  return mendableObstacle(reason) ?? 'other'
}

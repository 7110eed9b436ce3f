const BLOCKED_WORDS = [
  'wallet_account_missing',
  'wallet_trustline_missing',
  'wallet_trustline_full',
  'wallet_not_authorized',
  'wallet_memo_required',
  'wallet_tag_required',
  'wallet_deposit_auth',
  'wallet_below_reserve',
] as const

/** Obstacles that the payee can remove are named; the others are for the operator. */
export function blockedWord(reason: string) {
  return BLOCKED_WORDS.find((word) => word === reason) ?? 'other'
}

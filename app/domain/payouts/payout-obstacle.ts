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

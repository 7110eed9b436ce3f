const KNOWN = [
  'wallet_account_missing',
  'wallet_trustline_missing',
  'wallet_trustline_full',
  'wallet_not_authorized',
  'wallet_memo_required',
  'wallet_tag_required',
  'wallet_deposit_auth',
  'wallet_below_reserve',
] as const

/** The key of the sentence for what a payout waits for; all that its payee cannot mend is one. */
export function blockedKey(reason: string | null) {
  return KNOWN.find((known) => known === reason) ?? 'other'
}

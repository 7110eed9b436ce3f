import type { EmailContext } from '#app/kernel/emails/email.ts'

/** By the code of a blocked payout (OBSTACLE_REFUSALS): what a buyer, who may state another wallet, can do. */
const BUYERS_REMEDIES = {
  wallet_invalid: 'address_invalid',
  wallet_account_missing: 'account_missing',
  wallet_trustline_missing: 'trustline_missing',
  wallet_trustline_full: 'trustline_full',
  wallet_not_authorized: 'not_authorized',
  wallet_memo_required: 'memo_required',
  wallet_memo_invalid: 'memo_invalid',
  wallet_tag_required: 'tag_required',
  wallet_deposit_auth: 'deposit_auth',
  wallet_below_reserve: 'below_reserve',
  wallet_is_ours: 'own_account',
} as const

/** What the person who states the wallet can do about it. */
export function buyersRemedy(reason: string, { t }: Pick<EmailContext, 't'>): string {
  return t(`payoutBlocked.reasons.${hasRemedy(reason) ? BUYERS_REMEDIES[reason] : 'other'}`)
}

/** True when the wallet is the cause. */
export function hasRemedy(reason: string): reason is keyof typeof BUYERS_REMEDIES {
  return Object.hasOwn(BUYERS_REMEDIES, reason)
}

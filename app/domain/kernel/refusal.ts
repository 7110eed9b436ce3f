/**
 * Why a request was refused. A refusal is a value that a workflow returns; accidents are exceptions. The sentence for
 * each code stands in locales/<lng>/common.json under `refusal.<code>` (spec §5 and §8 give the exact English).
 */

export const REFUSAL_CODES = [
  // amounts as typed
  'amount_two_ways',
  'amount_read_back',
  'amount_beyond_asset',
  // accounts
  'email_invalid',
  'email_not_ascii',
  'email_taken',
  'link_dead',
  'bad_credentials',
  'not_signed_in',
  'password_too_short',
  'password_too_long',
  'password_too_common',
  // fee
  'amount_invalid',
  'price_unavailable',
  'price_unconfirmed',
  'prices_disagree',
  'price_jumped',
  'already_paid',
  'fee_too_small',
  'escrow_worth_unknown',
  'hash_malformed',
  'stellar_not_found',
  'memo_mismatch',
  'payment_mismatch',
  'stellar_unavailable',
  'xrp_not_found',
  'xrp_mismatch',
  'xrp_unavailable',
  'currency_unsupported',
  'hash_used',
  // escrow
  'must_pay_first',
  'escrow_amount_invalid',
  'txid_required',
  'memo_taken',
  'memo_not_reserved',
  'memo_invalid',
  'seller_is_buyer',
  'seller_cannot_sell',
  'seller_is_bound',
  'seller_changed_often',
  'receiving_wallet_required',
  'receiving_wallet_invalid',
  'buyer_wallet_invalid',
  'xlm_balance_low',
  'xlm_balance_unreadable',
  'xlm_balance_query_failed',
  'submit_failed',
  'file_type_not_allowed',
  'file_too_large',
  'file_empty',
  'too_many_files',
  'escrow_not_found',
  'escrow_settled',
  'in_dispute',
  'transaction_id_missing',
  'lookup_failed',
  'load_first',
  'payment_not_seen',
  'payment_short',
  'ledger_query_failed',
  'fetch_failed',
  // seller
  'transaction_id_required',
  'captcha_required',
  'contract_not_accepted',
  'wallet_required',
  'wallet_invalid',
  'wallet_memo_invalid',
  'wallet_account_missing',
  'wallet_trustline_missing',
  'wallet_trustline_full',
  'wallet_not_authorized',
  'wallet_memo_required',
  'wallet_tag_required',
  'wallet_deposit_auth',
  'wallet_below_reserve',
  'wallet_is_ours',
  'wallet_unchecked',
  'wallet_of_seller',
  'document_not_found',
  'nothing_changed',
  'upload_failed',
  'upload_blocked',
  'upload_too_large',
  'captcha_unavailable',
  // store (spec §6)
  'storage_unauthenticated',
  'storage_quota_exceeded',
  'storage_unauthorized',
  'storage_unavailable',
  // approval
  'rejection_reason_required',
  'approval_final',
  'not_confirmed_yet',
  'wallet_changed',
  'documents_changed',
  'wallet_unverified',
  'approval_failed',
  // money out
  'payout_failed',
  'payout_not_failed',
  'payout_moved_on',
  'payout_wallet_same',
  'cancel_not_possible',
  'refund_not_possible',
  'refund_nobody_to_ask',
  'refund_reason_required',
  'refund_not_asked',
  'decline_reason_required',
  'dispute_reason_required',
  'dispute_not_possible',
  'dispute_not_open',
  'settle_failed',
  'decision_required',
  'decision_note_required',
  'split_invalid',
  'seller_wallet_missing',
  'refund_wallet_missing',
  'decision_wallet_changed',
  'case_outcome_required',
  'case_end_required',
  'case_hash_required',
  'case_not_kept',
  'payback_foreign_asset',
  'payback_gathered',
  'payback_other_account',
  'payback_no_key',
  'payback_by_hand',
  'payback_not_covered',
  'case_closed',
  'case_changed',
  'assign_target_required',
  'assign_note_required',
  'assign_target_unknown',
  'assign_mismatch',
  'assign_not_due',
  'assign_not_possible',
  // payouts as a whole
  'stop_reason_required',
  'resume_reason_required',
  'stop_ends_by_itself',
  'approval_reason_required',
  'approval_not_wanted',
  'approval_own_decision',
  'outgoing_answer_required',
  'outgoing_reason_required',
  'outgoing_explained',
  'outgoing_mismatch',
] as const

export type RefusalCode = (typeof REFUSAL_CODES)[number]

export type Refusal = {
  refused: RefusalCode
  /** The form field that the refusal belongs to, when there is one. */
  field?: string
  /** Values for the sentence's placeholders. */
  values?: Record<string, string>
  /** Said after it, where its own sentence (the specification's, or one for many places) names no remedy. */
  and?: RefusalCode
}

export function refuse(code: RefusalCode, about: Omit<Refusal, 'refused'> = {}): Refusal {
  return { refused: code, ...about }
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value
}

/** What people can do nothing about: a ledger, a service or a store of ours is away. */
const OUTAGES: readonly RefusalCode[] = [
  'price_unavailable',
  'price_unconfirmed',
  'prices_disagree',
  'price_jumped',
  'stellar_unavailable',
  'xrp_unavailable',
  'xlm_balance_query_failed',
  'submit_failed',
  'lookup_failed',
  'ledger_query_failed',
  'fetch_failed',
  'wallet_unchecked',
  'upload_failed',
  'captcha_unavailable',
  'storage_unavailable',
  'approval_failed',
  'settle_failed',
]

/** Was it refused because something of ours does not work? Then it is no try of the person's. */
export function isOutage({ refused }: Refusal): boolean {
  return OUTAGES.includes(refused)
}

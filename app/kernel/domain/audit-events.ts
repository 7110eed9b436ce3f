/** The audit log's events. Escrow events are shown to both parties as the escrow's history. */

export const ESCROW_EVENTS = [
  'escrow_opened',
  'seller_named',
  'escrow_corrected',
  'view_link_made',
  'view_link_opened',
  'view_link_revoked',
  'payment_seen',
  'payment_assigned',
  'escrow_funded',
  'shipment_confirmed',
  'unreadable_presented',
  'unreadable_accepted',
  'document_removed',
  'payout_wallet_stated',
  'payout_wallet_changed',
  'payout_wallet_proposed',
  'payout_wallet_agreed',
  'documents_approved',
  'documents_rejected',
  'approval_withdrawn',
  'waiver_asked',
  'waiver_declined',
  'discrepancies_waived',
  'round_allowed',
  'exit_signed',
  'release_queued',
  'release_blocked',
  'release_resumed',
  'funds_released',
  'share_taken',
  'refund_wallet_stated',
  'refund_requested',
  'refund_agreed',
  'refund_declined',
  'refund_withdrawn',
  'refund_queued',
  'refund_blocked',
  'refund_resumed',
  'funds_refunded',
  'return_queued',
  'funds_returned',
  'escrow_cancelled',
  'dispute_opened',
  'dispute_stated',
  'dispute_withdrawn',
  'dispute_decided',
  'escrow_lapsed',
  'presentation_missed',
  'refund_opened',
  'examination_missed',
  'accepted_by_silence',
  'put_to_quayside',
  'letters_came_back',
  'time_asked',
  'time_agreed',
  'time_declined',
  'offer_made',
  'offer_accepted',
  'offer_declined',
  'offer_withdrawn',
  'reduction_offered',
  'reduction_agreed',
  'reduction_declined',
  'reduction_withdrawn',
  'terms_accepted',
  'amendment_proposed',
  'amendment_agreed',
  'amendment_declined',
  'amendment_withdrawn',
] as const
export type EscrowEvent = (typeof ESCROW_EVENTS)[number]

/**
 * `operator_viewed`: an operator read an escrow of others; the parties' history leaves it out, like operators' acts on
 * payouts. `person_viewed`: an operator read an account. `list_in_force`: a sanctions list as published, by no user.
 * `reading_…`, `payments_reread`: of an account whose payments are read, by no user. `outgoing_…`: something left our
 * account that the books do not know, an operator explained it, and with the last one payouts resumed.
 */
export type AuditEventKind =
  | EscrowEvent
  | 'user_registered'
  | 'operator_made'
  | 'operator_link_made'
  | 'operator_disabled'
  | 'email_confirmed'
  | 'role_changed'
  | 'name_changed'
  | 'language_changed'
  | 'saved_wallet_named'
  | 'saved_wallet_chosen'
  | 'saved_wallet_removed'
  | 'data_export_asked'
  | 'data_export_taken'
  | 'account_closed'
  | 'password_changed'
  | 'email_change_asked'
  | 'email_changed'
  | 'email_change_stopped'
  | 'account_change_confirmed'
  | 'account_change_taken_back'
  | 'sessions_ended'
  | 'second_factor_set'
  | 'second_factor_off'
  | 'second_factor_reset'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'fee_paid'
  | 'payment_stated'
  | 'reminders_switched'
  | 'coupon_added'
  | 'coupon_stopped'
  | 'coupon_started'
  | 'coupon_changed'
  | 'reseller_made'
  | 'reseller_changed'
  | 'reseller_link_made'
  | 'reseller_link_revoked'
  | 'earning_reversed'
  | 'commission_queued'
  | 'commission_redirected'
  | 'commission_blocked'
  | 'commission_resumed'
  | 'commission_paid'
  | 'case_closed'
  | 'case_taken_up'
  | 'fee_rest_left_out'
  | 'case_linked'
  | 'case_denied'
  | 'fee_back_stated'
  | 'receipt_made_out'
  | 'payback_queued'
  | 'payback_redirected'
  | 'payback_blocked'
  | 'payback_resumed'
  | 'case_paid_back'
  | 'person_detail_changed'
  | 'screening_opened'
  | 'screening_decided'
  | 'screening_purged'
  | 'wallet_refused'
  | 'kept_purged'
  | 'own_list_changed'
  | 'list_in_force'
  | 'list_file_accepted'
  | 'operator_viewed'
  | 'person_viewed'
  | 'accounts_changed'
  | 'reading_stopped'
  | 'reading_resumed'
  | 'payments_reread'
  | 'payouts_stopped_by_books'
  | 'booked_by_hand'
  | 'counted_as_opening'
  | 'payouts_stopped'
  | 'payouts_resumed'
  | 'payout_approved'
  | 'person_locked'
  | 'person_unlocked'
  | 'payout_held'
  | 'payout_let_go'
  | 'letter_sent_again'
  | 'note_added'
  | 'list_exported'
  | 'payout_signed'
  | 'hold_agreed'
  | 'hold_change_asked'
  | 'hold_prepared'
  | 'hold_cleared'
  | 'hold_lock_found'
  | 'hold_signed'
  | 'hold_lock_ended'
  | 'return_offered'
  | 'return_signed'
  | 'return_sent'
  | 'return_ended'
  | 'treasury_signed'
  | 'outgoing_unexplained'
  | 'outgoing_explained'
  | 'outgoing_all_explained'
  | 'audit_begun'
  | 'audit_found_sealed'
  | 'audit_checked'
  | 'audit_anchored'
  | 'audit_exported'

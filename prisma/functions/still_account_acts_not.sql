-- Refuses the trigger's audit events for an account that stands still after an operator changed it (decision 099). An act writes its event in the same
-- transaction, so it is refused, too. Opening a dispute and a wallet's own signatures are not listed.
create or replace function "still_account_acts_not"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"("stood_still"(new."userId", new."at"), format('account %s stands still: %s', new."userId", new."kind"));
  return new;
end $$;

create trigger "audit_event_of_still_account" before insert on "audit_event" for each row
  when (new."userId" is not null and new."kind" in (
    'escrow_opened', 'escrow_corrected', 'escrow_cancelled', 'seller_named', 'terms_accepted', 'hold_agreed', 'hold_change_asked',
    'amendment_proposed', 'amendment_agreed', 'amendment_declined', 'amendment_withdrawn',
    'shipment_confirmed', 'document_removed', 'documents_approved', 'documents_rejected', 'discrepancies_waived', 'unreadable_accepted',
    'waiver_asked', 'waiver_declined', 'round_allowed', 'time_asked', 'time_agreed', 'time_declined',
    'payout_wallet_stated', 'payout_wallet_changed', 'payout_wallet_proposed', 'payout_wallet_agreed', 'approval_withdrawn',
    'refund_wallet_stated', 'fee_back_stated', 'refund_requested', 'refund_agreed', 'refund_declined', 'refund_withdrawn', 'dispute_withdrawn',
    'offer_made', 'offer_accepted', 'offer_declined', 'offer_withdrawn',
    'reduction_offered', 'reduction_agreed', 'reduction_declined', 'reduction_withdrawn',
    'view_link_made', 'saved_wallet_named', 'saved_wallet_chosen', 'saved_wallet_removed', 'email_change_asked', 'account_closed'
  )) execute function "still_account_acts_not"();

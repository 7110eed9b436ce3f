-- Refuses to delete a row; the trigger names what it is.
create or replace function "never_deleted"() returns trigger language plpgsql as $$
begin
  raise exception '% are never deleted', tg_argv[0];
end $$;

create trigger "accepted_terms_kept" before delete on "accepted_terms" for each row execute function "never_deleted"('accepted terms');
create trigger "account_change_kept" before delete on "account_change" for each row execute function "never_deleted"('changes of accounts');
create trigger "amendment_kept" before delete on "amendment" for each row execute function "never_deleted"('amendments');
create trigger "dispute_kept" before delete on "dispute" for each row execute function "never_deleted"('disputes');
create trigger "division_kept" before delete on "division" for each row execute function "never_deleted"('divisions');
create trigger "escrow_clock_kept" before delete on "escrow_clock" for each row execute function "never_deleted"('clocks');
create trigger "examination_kept" before delete on "examination" for each row execute function "never_deleted"('notices');
create trigger "hold_agreement_kept" before delete on "hold_agreement" for each row execute function "never_deleted"('agreements');
create trigger "hold_clearance_kept" before delete on "hold_clearance" for each row execute function "never_deleted"('clearances');
create trigger "hold_closing_kept" before delete on "hold_closing" for each row execute function "never_deleted"('closings');
create trigger "hold_draft_kept" before delete on "hold_draft" for each row execute function "never_deleted"('drafts');
create trigger "hold_lock_kept" before delete on "hold_lock" for each row execute function "never_deleted"('locks');
create trigger "hold_return_kept" before delete on "hold_return" for each row execute function "never_deleted"('returns');
create trigger "hold_share_kept" before delete on "hold_share" for each row execute function "never_deleted"('shares that were set aside');
create trigger "hold_wallet_change_kept" before delete on "hold_wallet_change" for each row
  execute function "never_deleted"('requests for another wallet');
create trigger "ledger_payment_kept" before delete on "ledger_payment" for each row execute function "never_deleted"('payments of a ledger');
create trigger "outgoing_gap_kept" before delete on "outgoing_gap" for each row execute function "never_deleted"('gaps');
create trigger "outgoing_transaction_kept" before delete on "outgoing_transaction" for each row
  execute function "never_deleted"('transactions of the ledger');
create trigger "payout_stop_kept" before delete on "payout_stop" for each row execute function "never_deleted"('stops of payouts');
create trigger "milestone_kept" before delete on "milestone" for each row execute function "never_deleted"('milestones');
create trigger "presentation_kept" before delete on "presentation" for each row execute function "never_deleted"('presentations');
create trigger "refund_request_kept" before delete on "refund_request" for each row execute function "never_deleted"('requests for a refund');
create trigger "reseller_kept" before delete on "reseller" for each row execute function "never_deleted"('resellers');
create trigger "reseller_earning_kept" before delete on "reseller_earning" for each row execute function "never_deleted"('earnings');
create trigger "time_request_kept" before delete on "time_request" for each row execute function "never_deleted"('requests for more time');
create trigger "transfer_kept" before delete on "transfer" for each row execute function "never_deleted"('transfers');
create trigger "transfer_attempt_kept" before delete on "transfer_attempt" for each row execute function "never_deleted"('envelopes');
create trigger "undelivered_pause_kept" before delete on "undelivered_pause" for each row execute function "never_deleted"('pauses');
create trigger "waiver_request_kept" before delete on "waiver_request" for each row execute function "never_deleted"('requests for a waiver');

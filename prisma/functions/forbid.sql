-- Refuses what a trigger's condition says of the row alone, before and after, with the trigger's sentence; its %s are the named columns. Rules that read other
-- rows are in the functions of the tables (decision 136).
create or replace function "forbid"() returns trigger language plpgsql as $$
declare
  of_row jsonb := to_jsonb(coalesce(old, new));
  sentence text := coalesce(tg_argv[0], 'rows of ' || tg_table_name || ' stay what they are');
begin
  raise exception '%', format(sentence, of_row ->> tg_argv[1], of_row ->> tg_argv[2]);
end $$;

create trigger "account_change_as_it_is" before update on "account_change" for each row when (
    "differ"(old, new, 'endedAt', 'end', 'endedById', 'emailChangeId')
    or (new."emailChangeId" is distinct from old."emailChangeId" and new."emailChangeId" is not null)
    or (old."endedAt" is not null and "differ"(old, new, 'emailChangeId')))
  execute function "forbid"('change %s of an account stays what it is', 'id');
create trigger "account_change_begins" before insert on "account_change" for each row when (new."endedAt" is not null)
  execute function "forbid"('a change of an account begins open');
create trigger "account_change_keep_all" before truncate on "account_change" for each statement execute function "forbid"();
create trigger "amendment_as_it_is" before update on "amendment" for each row
  when (old."answer" is not null or "differ"(old, new, 'answer', 'answeredById', 'answeredAt'))
  execute function "forbid"('amendment %s stays what it is', 'id');
create trigger "amendment_begins" before insert on "amendment" for each row when (new."answer" is not null)
  execute function "forbid"('an amendment begins unanswered');
create trigger "audit_check_as_it_is" before update on "audit_check" for each row when (old."finishedAt" is not null)
  execute function "forbid"('the audit log is never changed or deleted');
create trigger "audit_check_kept" before delete on "audit_check" for each row execute function "forbid"('the audit log is never changed or deleted');
create trigger "audit_event_keep" before update or delete on "audit_event" for each row
  execute function "forbid"('audit events are never changed or deleted');
create trigger "case_denial_as_it_is" before update on "case_denial" for each row when (
    old."confirmedAt" is not null or new."confirmedAt" is null
    or (new."outgoingId", new."caseId", new."reason", new."deniedById", new."deniedAt")
      is distinct from (old."outgoingId", old."caseId", old."reason", old."deniedById", old."deniedAt"))
  execute function "forbid"('what operators said of payments out is never changed or deleted');
create trigger "case_denial_begins" before insert on "case_denial" for each row when (new."confirmedAt" is not null)
  execute function "forbid"('a second operator confirms it afterwards');
create trigger "claimable_money_as_it_is" before update on "claimable_money" for each row
  when ("differ"(old, new, 'claims', 'nextClaimAt', 'nextLookAt', 'endedAt', 'takenBy'))
  execute function "forbid"('what lies on a ledger under %s stays as it was found', 'ledgerId');
create trigger "claimable_money_ends_once" before update on "claimable_money" for each row when (
    old."endedAt" is not null and new."endedAt" is distinct from old."endedAt"
    or old."takenBy" is not null and new."takenBy" is distinct from old."takenBy")
  execute function "forbid"('what lay on a ledger under %s is gone', 'ledgerId');
create trigger "claimable_money_kept" before delete on "claimable_money" for each row
  execute function "forbid"('what lay on a ledger for us is kept');
create trigger "desk_note_keep" before update or delete on "desk_note" for each row
  execute function "forbid"('notes of operators are never changed or deleted');
create trigger "discrepancy_kept" before update or delete on "discrepancy" for each row execute function "forbid"('a notice stays what it is');
create trigger "dispute_as_it_is" before update on "dispute" for each row when (
    (new."escrowId", new."openedById", new."reason", new."openedAt")
    is distinct from (old."escrowId", old."openedById", old."reason", old."openedAt"))
  execute function "forbid"('dispute %s stays what it is', 'id');
create trigger "dispute_is_decided_once" before update on "dispute" for each row when (old."decision" is not null and new is distinct from old)
  execute function "forbid"('dispute %s is decided', 'id');
create trigger "dispute_file_kept" before update or delete on "dispute_file" for each row
  execute function "forbid"('what a side has shown in a dispute stays');
create trigger "dispute_statement_kept" before update or delete on "dispute_statement" for each row
  execute function "forbid"('what a side has said in a dispute stays');
create trigger "division_as_it_is" before update on "division" for each row
  when (old."answer" is not null or "differ"(old, new, 'answer', 'answeredAt', 'answeredById'))
  execute function "forbid"('division %s stays what it is', 'id');
create trigger "division_begins" before insert on "division" for each row when (new."answer" is not null)
  execute function "forbid"('a division begins unanswered');
create trigger "escrow_keeps_held_by" before update on "escrow" for each row when (new."heldBy" is distinct from old."heldBy")
  execute function "forbid"('escrow %s keeps who holds it', 'transactionId');
create trigger "escrow_keeps_service_terms" before update on "escrow" for each row
  when ((new."serviceTerms", new."serviceSupplement") is distinct from (old."serviceTerms", old."serviceSupplement"))
  execute function "forbid"('escrow %s goes on under the terms under which it was opened', 'transactionId');
create trigger "escrow_open_refund_stands" before update on "escrow" for each row when (
    old."refundOpenedAt" is not null and (new."documentApprovalStatus", new."confirmedAt", new."payoutAddress")
    is distinct from (old."documentApprovalStatus", old."confirmedAt", old."payoutAddress"))
  execute function "forbid"('the refund of escrow %s is open to its buyer', 'transactionId');
create trigger "escrow_clock_as_it_is" before update on "escrow_clock" for each row when ("differ"(old, new, 'nextAt', 'endedAt', 'end'))
  execute function "forbid"('clock %s stays what it is', 'id');
create trigger "escrow_clock_begins" before insert on "escrow_clock" for each row when (new."endedAt" is not null)
  execute function "forbid"('a clock begins running');
create trigger "escrow_clock_ends_once" before update on "escrow_clock" for each row
  when (old."endedAt" is not null and "differ"(old, new))
  execute function "forbid"('clock %s has ended', 'id');
create trigger "escrow_document_as_it_is" before update on "escrow_document" for each row when (
    old."replacedAt" is not null
    or (new."escrowId", new."type", new."fileName", new."contentType", new."size", new."sha256", new."storageKey",
        new."uploadedById", new."uploadedAt", new."trouble")
      is distinct from (old."escrowId", old."type", old."fileName", old."contentType", old."size", old."sha256", old."storageKey",
        old."uploadedById", old."uploadedAt", old."trouble")
    or (old."acceptedAt" is not null and new."acceptedAt" is distinct from old."acceptedAt"))
  execute function "forbid"('document %s stays what it is', 'id');
create trigger "escrow_document_kept" before delete on "escrow_document" for each row when (old."rejectedAt" is not null)
  execute function "forbid"('document %s was rejected and is kept', 'id');
create trigger "examination_as_it_is" before update on "examination" for each row when (
    old."withdrawnAt" is not null or "differ"(old, new, 'withdrawnAt', 'roundAllowedAt')
    or (old."roundAllowedAt" is not null and new."roundAllowedAt" is distinct from old."roundAllowedAt"))
  execute function "forbid"('notice %s stays what it is', 'id');
create trigger "examination_begins" before insert on "examination" for each row
  when (new."withdrawnAt" is not null or new."roundAllowedAt" is not null) execute function "forbid"('a notice begins standing');
create trigger "examined_file_kept" before update or delete on "examined_file" for each row execute function "forbid"('a notice stays what it is');
create trigger "fee_receipt_as_it_is" before update on "fee_receipt" for each row when (
    new."number" <> old."number" or (old."issuedAt" is not null
      and (new."issuedAt", new."sellerName", new."sellerAddress", new."sellerRegister", new."taxLine")
        is distinct from (old."issuedAt", old."sellerName", old."sellerAddress", old."sellerRegister", old."taxLine")))
  execute function "forbid"('receipt %s stays what it is', 'number');
create trigger "fee_receipt_kept" before delete on "fee_receipt" for each row execute function "forbid"('receipt %s stays', 'number');
create trigger "hold_kept" before update or delete on "hold" for each row execute function "forbid"();
create trigger "hold_agreement_as_it_is" before update on "hold_agreement" for each row when (
    "differ"(old, new, 'lookAt', 'askedAt', 'completeTo', 'wantsSecretAt') and (
      "differ"(old, new, 'supersededAt', 'account', 'arbiter', 'sponsor', 'openedAt', 'wantsSecretAt', 'closedAt')
      or (old."supersededAt" is not null and new."supersededAt" is distinct from old."supersededAt")
      or (old."closedAt" is not null and new."closedAt" is distinct from old."closedAt")
      or (old."openedAt" is not null and (new."openedAt", new."account", new."arbiter", new."sponsor")
        is distinct from (old."openedAt", old."account", old."arbiter", old."sponsor"))))
  execute function "forbid"('agreement %s stays what it is', 'id');
create trigger "hold_agreement_begins" before insert on "hold_agreement" for each row when (
    num_nonnulls(new."supersededAt", new."account", new."openedAt", new."lookAt", new."askedAt", new."completeTo",
      new."wantsSecretAt", new."closedAt") > 0)
  execute function "forbid"('an agreement begins with nothing but its wallet');
create trigger "hold_clearance_as_it_is" before update on "hold_clearance" for each row when (
    (new."id", new."agreementId", new."escrowId", new."askedAt") is distinct from (old."id", old."agreementId", old."escrowId", old."askedAt")
    or (old."usedAt" is not null and new."usedAt" is distinct from old."usedAt")
    or ((old."clearedAt" is not null or old."closedAt" is not null) and "differ"(old, new, 'usedAt', 'lookedAt')))
  execute function "forbid"('clearance %s stays what it is', 'id');
create trigger "hold_clearance_begins" before insert on "hold_clearance" for each row when (
    new."hasWaited" or num_nonnulls(new."lookedAt", new."waitsFor", new."usdValue", new."aboveLimit",
      new."clearedAt", new."usedAt", new."closedAt") > 0)
  execute function "forbid"('a clearance begins with nothing');
create trigger "hold_clearance_keep_all" before truncate on "hold_clearance" for each statement execute function "forbid"();
create trigger "hold_closing_as_it_is" before update on "hold_closing" for each row when (
    "differ"(old, new, 'wallet', 'signature', 'signedAt', 'lookAt', 'endedAt')
    or (old."wallet" is not null and (new."wallet", new."signature", new."signedAt") is distinct from (old."wallet", old."signature", old."signedAt"))
    or (old."endedAt" is not null and new."endedAt" is distinct from old."endedAt"))
  execute function "forbid"('closing of %s stays what it is', 'exitId');
create trigger "hold_closing_begins" before insert on "hold_closing" for each row when (num_nonnulls(new."wallet", new."endedAt") > 0)
  execute function "forbid"('a closing begins without a signature');
create trigger "hold_draft_as_it_is" before update on "hold_draft" for each row when (
    old."offeredAt" is not null
    and ("differ"(old, new, 'endedAt') or (old."endedAt" is not null and new."endedAt" is distinct from old."endedAt")))
  execute function "forbid"('draft %s stays as it was offered', 'id');
create trigger "hold_draft_begins" before insert on "hold_draft" for each row
  when (new."endedAt" is not null or (new."network" = 'xrpl' and new."offeredAt" is not null))
  execute function "forbid"('a draft begins with what opens it');
create trigger "hold_draft_is_of_its_making" before update on "hold_draft" for each row
  when (old."offeredAt" is null and "differ"(old, new, 'offeredAt', 'sequence', 'lastLedger', 'validUntil'))
  execute function "forbid"('draft %s stays as it was made', 'id');
create trigger "hold_lock_as_it_is" before update on "hold_lock" for each row when (
    "differ"(old, new, 'differences', 'counts', 'end', 'endHash', 'endedAt', 'lookedAt')
    or (old."counts" and not new."counts")
    or (old."end" is not null and (new."end", new."endHash", new."endedAt") is distinct from (old."end", old."endHash", old."endedAt"))
    or ((old."counts" or old."end" is not null) and new."differences" <> old."differences"))
  execute function "forbid"('lock %s stays what it is', 'hash');
create trigger "hold_lock_begins" before insert on "hold_lock" for each row when (new."end" is not null and new."counts")
  execute function "forbid"('lock %s has ended', 'hash');
create trigger "hold_return_as_it_is" before update on "hold_return" for each row when (
    "differ"(old, new, 'lookAt') and (old."endedAt" is not null
      or "differ"(old, new, 'signature', 'signedAt', 'blob', 'leaseEpoch', 'sentAt', 'lookAt', 'endedAt', 'end', 'code')
      or (old."signedAt" is not null and (new."signature", new."signedAt") is distinct from (old."signature", old."signedAt"))
      or (old."sentAt" is not null and (new."blob", new."leaseEpoch", new."sentAt") is distinct from (old."blob", old."leaseEpoch", old."sentAt"))))
  execute function "forbid"('return %s stays what it is', 'id');
create trigger "hold_return_begins" before insert on "hold_return" for each row when (num_nonnulls(new."signature", new."blob", new."endedAt") > 0)
  execute function "forbid"('a return begins without a signature');
create trigger "hold_return_stands_when_signed" before update on "hold_return" for each row
  when (new."end" = 'withdrawn' and new."signedAt" is not null and "differ"(old, new, 'lookAt'))
  execute function "forbid"('return %s is signed', 'id');
create trigger "hold_share_as_it_is" before update on "hold_share" for each row
  when (old."takenAt" is not null or "differ"(old, new, 'takenAt', 'takenBy')) execute function "forbid"('share %s stays what it is', 'balanceId');
create trigger "hold_share_begins" before insert on "hold_share" for each row when (new."takenAt" is not null)
  execute function "forbid"('settlement %s has not set this aside', 'exitId');
create trigger "hold_signature_kept" before update or delete on "hold_signature" for each row execute function "forbid"();
create trigger "hold_wallet_change_as_it_is" before update on "hold_wallet_change" for each row
  when (old."endedAt" is not null or "differ"(old, new, 'endedAt', 'end')) execute function "forbid"('change %s stays what it is', 'id');
create trigger "ledger_payment_as_it_is" before update on "ledger_payment" for each row
  when ("differ"(old, new, 'problem', 'escrowId', 'feeQuoteId', 'toFloat')) execute function "forbid"('payment %s stays what it is', 'hash');
create trigger "ledger_payment_is_counted_once" before update on "ledger_payment" for each row when (
    old."problem" is null and num_nonnulls(old."escrowId", old."feeQuoteId") > 0
    and (new."problem", new."escrowId", new."feeQuoteId") is distinct from (old."problem", old."escrowId", old."feeQuoteId"))
  execute function "forbid"('payment %s was counted', 'hash');
create trigger "list_entry_as_it_is" before update on "list_entry" for each row
  when (old."endedAt" is not null or "differ"(old, new, 'endedAt', 'endedById')) execute function "forbid"('what a list said stays what it is');
create trigger "list_entry_keep_all" before truncate on "list_entry" for each statement
  execute function "forbid"('rows of list_entry are kept for years');
create trigger "list_snapshot_as_it_is" before update on "list_snapshot" for each row execute function "forbid"();
create trigger "list_snapshot_keep_all" before truncate on "list_snapshot" for each statement execute function "forbid"();
create trigger "outgoing_gap_as_it_is" before update on "outgoing_gap" for each row
  when (old."endedAt" is not null or "differ"(old, new, 'endedAt', 'endedById', 'reason')) execute function "forbid"('gap %s stays what it is', 'id');
create trigger "outgoing_transaction_as_it_is" before update on "outgoing_transaction" for each row
  when ("differ"(old, new, 'explanation', 'payoutId', 'explainedAt', 'explainedById', 'reason'))
  execute function "forbid"('transaction %s stays as the ledger told it', 'hash');
create trigger "outgoing_transaction_is_explained_once" before update on "outgoing_transaction" for each row when (old."explanation" is not null)
  execute function "forbid"('transaction %s is explained', 'hash');
create trigger "payout_redirect_kept" before update or delete on "payout_redirect" for each row
  execute function "forbid"('who gave a payout another wallet stays known');
create trigger "payout_stop_as_it_is" before update on "payout_stop" for each row
  when (old."endedAt" is not null or "differ"(old, new, 'endedAt', 'endedById', 'endReason'))
  execute function "forbid"('stop %s stays what it is', 'id');
create trigger "platform_account_as_it_is" before update on "platform_account" for each row
  when (old."endedAt" is not null or "differ"(old, new, 'endedAt', 'endReason'))
  execute function "forbid"('an account of ours is ended once and never changed');
create trigger "platform_account_not_forgotten" before delete on "platform_account" for each row
  execute function "forbid"('an account of ours is not forgotten: payments may still arrive there');
create trigger "refund_request_as_it_is" before update on "refund_request" for each row
  when ((new."escrowId", new."reason", new."askedAt") is distinct from (old."escrowId", old."reason", old."askedAt"))
  execute function "forbid"('refund request %s stays what it is', 'id');
create trigger "refund_request_begins" before insert on "refund_request" for each row when (new."answer" is not null)
  execute function "forbid"('a refund request begins unanswered');
create trigger "refund_request_is_answered_once" before update on "refund_request" for each row
  when (old."answer" is not null and new is distinct from old) execute function "forbid"('refund request %s is answered', 'id');
create trigger "refused_list_as_it_is" before update on "refused_list" for each row when (
    "differ"(old, new, 'wantedById', 'wantedAt', 'wantedReason', 'acceptedById', 'acceptedAt', 'acceptedReason')
    or (old."wantedById" is not null and (new."wantedById", new."wantedAt", new."wantedReason")
      is distinct from (old."wantedById", old."wantedAt", old."wantedReason"))
    or old."acceptedById" is not null)
  execute function "forbid"();
create trigger "refused_list_begins" before insert on "refused_list" for each row when (num_nonnulls(new."wantedById", new."acceptedById") > 0)
  execute function "forbid"('a file begins accepted by nobody');
create trigger "refused_list_by_two" before update on "refused_list" for each row when (new."acceptedById" is not null and old."wantedById" is null)
  execute function "forbid"('this takes a second operator');
create trigger "refused_list_keep_all" before truncate on "refused_list" for each statement execute function "forbid"();
create trigger "refused_list_kept" before delete on "refused_list" for each row execute function "forbid"();
create trigger "reseller_as_it_is" before update on "reseller" for each row
  when ((new."id", new."resellerId", new."createdAt") is distinct from (old."id", old."resellerId", old."createdAt"))
  execute function "forbid"('reseller %s stays who they are', 'resellerId');
create trigger "reseller_earning_as_it_is" before update on "reseller_earning" for each row when (
    "differ"(old, new, 'status', 'payableFrom', 'resellerPayoutId', 'paidHash', 'paidAt', 'reversedAt', 'reversedFor',
      'reversedById', 'reverseReason', 'reverseHash'))
  execute function "forbid"('earning %s stays what it is', 'id');
create trigger "reseller_earning_is_over" before update on "reseller_earning" for each row
  when (old."status" = new."status" and old."status" in ('paid', 'reversed') and "differ"(old, new))
  execute function "forbid"('earning %s is over', 'id');
create trigger "reseller_earning_is_paid_once" before update on "reseller_earning" for each row
  when (old."resellerPayoutId" is not null and new."resellerPayoutId" is distinct from old."resellerPayoutId")
  execute function "forbid"('earning %s is in a payout', 'id');
create trigger "reseller_earning_is_promised" before update on "reseller_earning" for each row
  when (old."payableFrom" is not null and new."payableFrom" is distinct from old."payableFrom")
  execute function "forbid"('earning %s was promised for %s', 'id', 'payableFrom');
create trigger "reseller_payout_as_it_is" before update on "reseller_payout" for each row when ("differ"(old, new, 'address', 'memo'))
  execute function "forbid"('payout of earnings %s stays what it is', 'id');
create trigger "reseller_payout_kept" before delete on "reseller_payout" for each row
  execute function "forbid"('payout of earnings %s stays what it is', 'id');
create trigger "screening_as_it_is" before update of "subject", "subjectHash", "purpose", "payoutId", "exitId", "clearanceId", "snapshotIds", "engine",
  "outcome", "at" on "screening" for each row execute function "forbid"();
create trigger "screening_keep_all" before truncate on "screening" for each statement execute function "forbid"();
create trigger "screening_review_as_it_is" before update on "screening_review" for each row when (
    "differ"(old, new, 'state', 'takenById', 'wanted', 'wantedById', 'wantedAt', 'wantedReason', 'decidedById',
      'decidedAt', 'reason', 'asked'))
  execute function "forbid"('what was found stays what it is');
create trigger "screening_review_begins" before insert on "screening_review" for each row when (new."state" <> 'open' or new."wanted" is not null)
  execute function "forbid"('a review begins open');
create trigger "screening_review_keep_all" before truncate on "screening_review" for each statement execute function "forbid"();
create trigger "service_terms_acceptance_kept" before update or delete on "service_terms_acceptance" for each row
  execute function "forbid"('an acceptance of the terms is never changed or deleted');
create trigger "settlement_approval_kept" before update or delete on "settlement_approval" for each row
  execute function "forbid"('approvals stay what they are');
create trigger "settlement_as_it_is" before update on "settlement" for each row
  when (old."deadAt" is not null or new."deadAt" is null or "differ"(old, new, 'deadAt')) execute function "forbid"();
create trigger "settlement_kept" before delete on "settlement" for each row execute function "forbid"();
create trigger "settlement_keep_all" before truncate on "settlement" for each statement execute function "forbid"();
create trigger "time_request_as_it_is" before update on "time_request" for each row
  when (old."answer" is not null or "differ"(old, new, 'answer', 'answeredAt'))
  execute function "forbid"('request for more time %s stays what it is', 'id');
create trigger "time_request_begins" before insert on "time_request" for each row when (new."answer" = 'declined')
  execute function "forbid"('a request for more time begins unanswered');
create trigger "transfer_as_it_is" before update on "transfer" for each row when (
    (new."id", new."escrowId", new."caseId", new."resellerPayoutId", new."lockId", new."settlementId", new."purpose", new."network", new."asset",
        new."amount", new."paidFrom")
      is distinct from (old."id", old."escrowId", old."caseId", old."resellerPayoutId", old."lockId", old."settlementId", old."purpose", old."network",
        old."asset", old."amount", old."paidFrom")
    or (old."lockId" is not null and new."createdAt" <> old."createdAt")
    or (old."state" in ('confirmed', 'dead') and "differ"(old, new, 'updatedAt'))
    or ((new."description", new."hash", new."xdr") is distinct from (old."description", old."hash", old."xdr")
      and (old."hash" is not null or old."state" <> 'collecting' or new."state" <> 'collecting'))
    or (new."state" = old."state" and (new."deadReason", new."settledHash", new."settledAt")
      is distinct from (old."deadReason", old."settledHash", old."settledAt")))
  execute function "forbid"('transfer %s stays what it is', 'id');
create trigger "transfer_begins" before insert on "transfer" for each row when (
    new."state"::text <> case when new."lockId" is null then 'queued' when new."asset" = 'XRP' then 'ready' else 'collecting' end
    or (new."hash" is not null and new."asset" = 'XRP'))
  execute function "forbid"('a transfer begins with nothing signed');
create trigger "transfer_waits_for_wallet" before update on "transfer" for each row when (
    (new."address", new."memo") is distinct from (old."address", old."memo") and new."purpose" not in ('refund', 'return')
    and (old."state" <> 'blocked' or old."blockedReason" = 'payout_failed'))
  execute function "forbid"('transfer %s does not wait for a wallet', 'id');
create trigger "transfer_attempt_as_it_is" before update on "transfer_attempt" for each row
  when ("differ"(old, new, 'state', 'code', 'closedAt', 'feePaid')) execute function "forbid"('envelope %s stays as it was signed', 'hash');
create trigger "transfer_attempt_begins" before insert on "transfer_attempt" for each row when (new."state" <> 'live')
  execute function "forbid"('an envelope is stored before it is sent');
create trigger "transfer_attempt_is_closed" before update on "transfer_attempt" for each row when (old."state" <> 'live' and new is distinct from old)
  execute function "forbid"('envelope %s is closed', 'hash');
create trigger "undelivered_pause_as_it_is" before update on "undelivered_pause" for each row
  when (old."endedAt" is not null or "differ"(old, new, 'endedAt')) execute function "forbid"('the pause of escrow %s stays what it is', 'escrowId');
create trigger "user_is_kept" before update on "user" for each row when (
    old."closedAt" is not null and old."keptUntil" > now() and (new."keptUntil" is null or new."keptUntil" < old."keptUntil"
      or (new."name", new."keptEmail") is distinct from (old."name", old."keptEmail")))
  execute function "forbid"('name and address of the closed account %s are kept until %s', 'id', 'keptUntil');
create trigger "waiver_request_as_it_is" before update on "waiver_request" for each row
  when (old."answer" is not null or "differ"(old, new, 'answer', 'answeredAt', 'answerWords'))
  execute function "forbid"('request for a waiver %s stays what it is', 'id');
create trigger "waiver_request_begins" before insert on "waiver_request" for each row when (new."answer" is not null)
  execute function "forbid"('a request for a waiver begins unanswered, about a notice that stands');

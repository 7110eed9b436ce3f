-- Notifies the pages of an escrow that a row which belongs to it has changed (decision 054).
create or replace function "tell_news_of_escrow"() returns trigger language plpgsql as $$
begin
  perform "tell_news"('escrow', case when tg_op = 'DELETE' then old."escrowId" else new."escrowId" end);
  return null;
end $$;

create trigger "approval_draft_news" after insert or update on "approval_draft" for each row execute function "tell_news_of_escrow"();

create trigger "audit_event_news" after insert on "audit_event"
  for each row when (new."escrowId" is not null) execute function "tell_news_of_escrow"();

create trigger "dispute_news" after insert or update on "dispute"
  for each row execute function "tell_news_of_escrow"();

create trigger "escrow_contract_news" after insert or update on "escrow_contract"
  for each row execute function "tell_news_of_escrow"();

create trigger "escrow_document_news" after insert or update or delete on "escrow_document"
  for each row execute function "tell_news_of_escrow"();

create trigger "hold_agreement_news" after insert or update of "supersededAt", "openedAt" on "hold_agreement"
  for each row execute function "tell_news_of_escrow"();

create trigger "hold_clearance_news" after update of "clearedAt" on "hold_clearance"
  for each row execute function "tell_news_of_escrow"();

create trigger "hold_draft_news" after insert on "hold_draft" for each row execute function "tell_news_of_escrow"();

create trigger "hold_lock_news" after insert or update of "differences", "counts", "end" on "hold_lock"
  for each row execute function "tell_news_of_escrow"();

create trigger "hold_return_news" after insert or update of "signedAt", "endedAt" on "hold_return"
  for each row execute function "tell_news_of_escrow"();

create trigger "hold_wallet_change_news" after insert or update of "endedAt" on "hold_wallet_change"
  for each row execute function "tell_news_of_escrow"();

create trigger "outbox_letter_dropped_news" after delete on "outbox_letter"
  for each row when (old."escrowId" is not null and old."senderId" is not null)
  execute function "tell_news_of_escrow"();

create trigger "outbox_letter_fate_news" after update on "outbox_letter"
  for each row when (
    new."escrowId" is not null and new."senderId" is not null
    and (new."sentAt", new."givenUpAt", new."withheldFor") is distinct from (old."sentAt", old."givenUpAt", old."withheldFor"))
  execute function "tell_news_of_escrow"();

create trigger "outbox_letter_news" after insert on "outbox_letter"
  for each row when (new."escrowId" is not null and new."senderId" is not null)
  execute function "tell_news_of_escrow"();

create trigger "payout_news" after insert or update on "transfer"
  for each row when (new."escrowId" is not null and new."lockId" is null) execute function "tell_news_of_escrow"();

create trigger "refund_request_news" after insert or update on "refund_request"
  for each row execute function "tell_news_of_escrow"();

create trigger "stated_payment_news" after insert or update or delete on "stated_payment"
  for each row execute function "tell_news_of_escrow"();

create trigger "transfer_of_lock_news" after insert or update of "state" on "transfer"
  for each row when (new."lockId" is not null) execute function "tell_news_of_escrow"();

create trigger "view_link_news" after insert or update on "view_link"
  for each row execute function "tell_news_of_escrow"();

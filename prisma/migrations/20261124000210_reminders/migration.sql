-- Whoever's turn it is is reminded. "remindAt" says when a row is looked at again, and only what waits has one: the sweep
-- reads what is due, and nothing else. Whether somebody is reminded of what, the facts say.
alter table "escrow" add column "remindAt" timestamptz(3);
alter table "fee_quote" add column "remindAt" timestamptz(3);
create index "escrow_remind_idx" on "escrow" ("remindAt") where "remindAt" is not null;
create index "fee_quote_remind_idx" on "fee_quote" ("remindAt") where "remindAt" is not null;

-- A day after something changed there may be somebody to remind.
create function "remind_in_a_day"() returns trigger language plpgsql as $$
begin
  new."remindAt" := now() + interval '24 hours';
  return new;
end $$;
create trigger "escrow_remind_of_new" before insert on "escrow" for each row execute function "remind_in_a_day"();
create trigger "escrow_remind_of_change" before update of
  "sellerEmail", "sellerId", "verifiedAt", "confirmedAt", "documentApprovalStatus", "decidedAt", "cancelledAt"
  on "escrow" for each row execute function "remind_in_a_day"();
create trigger "fee_quote_remind_of_new" before insert on "fee_quote" for each row execute function "remind_in_a_day"();

create function "remind_of_escrow_in_a_day"() returns trigger language plpgsql as $$
begin
  update "escrow" set "remindAt" = now() + interval '24 hours' where "id" = new."escrowId";
  return null;
end $$;
create trigger "refund_request_remind" after insert or update of "answer" on "refund_request"
  for each row execute function "remind_of_escrow_in_a_day"();
create trigger "dispute_remind" after update of "decision" on "dispute"
  for each row execute function "remind_of_escrow_in_a_day"();

-- What waits since not very long; of older things nobody is reminded all at once.
update "escrow" set "remindAt" = now() + interval '24 hours'
where "releasedAt" is null and "cancelledAt" is null and "createdAt" > now() - interval '30 days';
update "fee_quote" set "remindAt" = now() + interval '24 hours'
where "state" = 'open' and "createdAt" > now() - interval '30 days';

-- Which reminders an address does not want: it need not have an account.
create table "letter_off" (
  "address" text not null,
  "kind" text not null,
  "at" timestamptz(3) not null default current_timestamp,
  constraint "letter_off_pkey" primary key ("address", "kind"),
  constraint "letter_off_kind_known" check ("kind" in (
    'quote_unpaid', 'escrow_unfunded', 'invitation_unanswered', 'shipment_unconfirmed', 'documents_unexamined',
    'documents_rejected', 'refund_unanswered'
  ))
);

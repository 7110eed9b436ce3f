-- Ways in which an escrow ends other than by release: refund by consent, return of what is too much, cancelling,
-- and the operator's decision in a dispute. What must never happen is refused here, whatever the code does.

alter type "PayoutPurpose" add value 'return';

alter table "escrow" add column "refundAddress" text;
alter table "escrow" add column "refundMemo" text;
alter table "escrow" add column "refundStatedAt" timestamptz(3);
alter table "escrow" add column "cancelledAt" timestamptz(3);
alter table "escrow" add column "rejectedTypes" "DocumentType"[] not null default '{}';
alter table "escrow" add constraint "escrow_refund_wallet_has_time" check (("refundAddress" is null) = ("refundStatedAt" is null));
-- What is funded is settled, not cancelled; what is cancelled is never funded.
alter table "escrow" add constraint "escrow_cancelled_is_unfunded" check ("cancelledAt" is null or "verifiedAt" is null);
alter table "escrow" add constraint "escrow_rejected_types_only_then" check ("documentApprovalStatus" = 'Rejected' or "rejectedTypes" = '{}');

create table "refund_request" (
  "id" uuid not null,
  "escrowId" uuid not null,
  "reason" text not null,
  "askedAt" timestamptz(3) not null default current_timestamp,
  "answer" text,
  "answeredAt" timestamptz(3),
  "answeredById" uuid,
  "answerReason" text not null default '',
  constraint "refund_request_pkey" primary key ("id")
);
create index "refund_request_escrowId_idx" on "refund_request" ("escrowId");
alter table "refund_request" add constraint "refund_request_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade;
alter table "refund_request" add constraint "refund_request_answeredById_fkey" foreign key ("answeredById") references "user" ("id") on delete restrict on update cascade;
alter table "refund_request" add constraint "refund_request_answer_known" check ("answer" in ('agreed', 'declined', 'withdrawn'));
alter table "refund_request" add constraint "refund_request_answered_whole" check (num_nonnulls("answer", "answeredAt") in (0, 2));
-- One question at a time.
create unique index "refund_request_one_open" on "refund_request" ("escrowId") where "answer" is null;
create unique index "refund_request_one_agreed" on "refund_request" ("escrowId") where "answer" = 'agreed';

create table "dispute" (
  "id" uuid not null,
  "escrowId" uuid not null,
  "openedById" uuid not null,
  "reason" text not null,
  "openedAt" timestamptz(3) not null default current_timestamp,
  "decision" text,
  "decidedAt" timestamptz(3),
  "decidedById" uuid,
  "sellerAmount" numeric(30, 7),
  "buyerAmount" numeric(30, 7),
  "note" text not null default '',
  constraint "dispute_pkey" primary key ("id")
);
create index "dispute_escrowId_idx" on "dispute" ("escrowId");
create index "dispute_open" on "dispute" ("openedAt", "id") where "decision" is null;
alter table "dispute" add constraint "dispute_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade;
alter table "dispute" add constraint "dispute_openedById_fkey" foreign key ("openedById") references "user" ("id") on delete restrict on update cascade;
alter table "dispute" add constraint "dispute_decidedById_fkey" foreign key ("decidedById") references "user" ("id") on delete restrict on update cascade;
alter table "dispute" add constraint "dispute_decided_whole" check (num_nonnulls("decision", "decidedAt", "decidedById") in (0, 3));
-- A decision about the money names both shares, and each share is what its name says.
alter table "dispute" add constraint "dispute_shares_fit" check (
  case "decision"
    when 'release' then "sellerAmount" > 0 and "buyerAmount" = 0 and num_nonnulls("sellerAmount", "buyerAmount") = 2
    when 'refund' then "buyerAmount" > 0 and "sellerAmount" = 0 and num_nonnulls("sellerAmount", "buyerAmount") = 2
    when 'split' then "sellerAmount" > 0 and "buyerAmount" > 0 and num_nonnulls("sellerAmount", "buyerAmount") = 2
    when 'dismissed' then num_nonnulls("sellerAmount", "buyerAmount") = 0
    when 'withdrawn' then num_nonnulls("sellerAmount", "buyerAmount") = 0
    else "decision" is null and num_nonnulls("sellerAmount", "buyerAmount") = 0
  end
);
create unique index "dispute_one_open" on "dispute" ("escrowId") where "decision" is null;
-- The money is decided about once.
create unique index "dispute_one_settlement" on "dispute" ("escrowId") where "decision" in ('release', 'refund', 'split');

-- The shares of a decision are the whole escrow, to the last stroop.
create function "dispute_sums_exactly"() returns trigger language plpgsql as $$
begin
  if new."decision" in ('release', 'refund', 'split')
     and new."sellerAmount" + new."buyerAmount" <> (select "amount" from "escrow" where "id" = new."escrowId") then
    raise exception 'the shares of dispute % are not the amount of the escrow', new."id";
  end if;
  return new;
end $$;
create trigger "dispute_sums_exactly" before insert or update on "dispute" for each row execute function "dispute_sums_exactly"();

-- A release and a refund are made once each; what is too much can be returned as often as it comes.
drop index "payout_escrowId_purpose_key";
create unique index "payout_one_settlement" on "payout" ("escrowId", "purpose") where "purpose" in ('release', 'refund');
create index "payout_escrowId_idx" on "payout" ("escrowId");

-- Money leaves an escrow for a reason that stands in the record, to the wallet in the record, and never more than came in.
drop trigger "payout_release_needs_facts" on "payout";
drop function "release_needs_facts"();
create function "payout_needs_right"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  received numeric;
  others numeric;
  settled boolean;
  has_right boolean;
begin
  if tg_op = 'UPDATE' and (new."escrowId" <> old."escrowId" or new."purpose" <> old."purpose" or new."amount" <> old."amount"
      or new."asset" <> old."asset") then
    raise exception 'payout % stays what it is', old."id";
  end if;
  if tg_op = 'UPDATE' and (new."address" <> old."address" or new."memo" is distinct from old."memo")
     and exists (select 1 from "payout_attempt" where "payoutId" = old."id" and "state" in ('live', 'settled')) then
    raise exception 'payout % is on its way', old."id";
  end if;
  select * into e from "escrow" where "id" = new."escrowId" for update;
  if new."asset" <> e."currency" then
    raise exception 'escrow % is held in %', e."id", e."currency";
  end if;

  if new."purpose" = 'release' then
    has_right := new."address" = e."payoutAddress" and new."memo" is not distinct from e."payoutMemo" and (
      (e."verifiedAt" is not null and e."confirmedAt" is not null and e."documentApprovalStatus" = 'Approved'
        and new."amount" = e."amount"
        and not exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" is null))
      or exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" in ('release', 'split') and "sellerAmount" = new."amount")
    );
  elsif new."purpose" = 'refund' then
    has_right := new."address" = e."refundAddress" and new."memo" is not distinct from e."refundMemo" and (
      (e."verifiedAt" is not null and new."amount" = e."amount"
        and exists (select 1 from "refund_request" where "escrowId" = e."id" and "answer" = 'agreed'))
      or exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" in ('refund', 'split') and "buyerAmount" = new."amount")
    );
  else
    has_right := new."address" = e."refundAddress" and new."memo" is not distinct from e."refundMemo";
  end if;
  if has_right is not true then
    raise exception 'escrow % owes no % of % to this wallet', e."id", new."purpose", new."amount";
  end if;

  select coalesce(sum("amount"), 0) into received from "ledger_payment" where "escrowId" = e."id" and "problem" is null;
  select coalesce(sum("amount"), 0), coalesce(bool_or("purpose" in ('release', 'refund')), false) into others, settled
    from "payout" where "escrowId" = e."id" and "id" <> new."id";
  -- While nothing is decided the amount itself stays; only what is beyond it can be returned.
  if new."purpose"::text = 'return' and not settled and e."cancelledAt" is null then
    others := others + e."amount";
  end if;
  if others + new."amount" > received + 0.0000001 then
    raise exception 'escrow % has not received what would leave it', e."id";
  end if;
  return new;
end $$;
create trigger "payout_needs_right" before insert or update of "escrowId", "purpose", "asset", "amount", "address", "memo"
  on "payout" for each row execute function "payout_needs_right"();

-- From the first queued payout on a decision stands, and nothing is decided while the operator has to decide.
create or replace function "keep_released_escrow"() returns trigger language plpgsql as $$
begin
  if (new."documentApprovalStatus" is distinct from old."documentApprovalStatus"
       or new."payoutAddress" is distinct from old."payoutAddress"
       or new."payoutMemo" is distinct from old."payoutMemo"
       or new."amount" is distinct from old."amount"
       or new."currency" is distinct from old."currency") then
    if exists (select 1 from "payout" where "escrowId" = old."id" and "purpose" in ('release', 'refund')) then
      raise exception 'escrow % has been settled and cannot change', old."transactionId";
    end if;
    if exists (select 1 from "dispute" where "escrowId" = old."id" and "decision" is null) then
      raise exception 'escrow % is in dispute and cannot change', old."transactionId";
    end if;
  end if;
  if old."cancelledAt" is not null and new."cancelledAt" is distinct from old."cancelledAt" then
    raise exception 'escrow % stays cancelled', old."transactionId";
  end if;
  return new;
end $$;

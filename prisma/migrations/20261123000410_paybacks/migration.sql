-- What fits nothing is paid back as every payout is: once, never more than arrived, and never beside an assignment.

alter table "payment_case"
  -- How a person ended it. Null: it ended by itself, or before this was asked, when closing meant paid back by hand.
  add column "end" text,
  -- Of the payment with which a person gave the money back past Quayside.
  add column "endHash" text;
alter table "payment_case" add constraint "payment_case_end_known" check (
  "end" is null or ("end" in ('paid_back', 'by_hand', 'kept') and "closedAt" is not null and "closedById" is not null));
alter table "payment_case" add constraint "payment_case_by_hand_names_hash" check (("endHash" is not null) = coalesce("end" = 'by_hand', false));

alter table "payout" alter column "escrowId" drop not null;
alter table "payout"
  add column "caseId" uuid,
  -- Which of our two accounts of the ledger pays: tickets of both may have the same numbers.
  add column "paidFrom" text not null default 'client';
alter table "payout" add constraint "payout_caseId_fkey"
  foreign key ("caseId") references "payment_case" ("id") on delete restrict on update cascade;
alter table "payout" add constraint "payout_of_escrow_or_case" check (
  num_nonnulls("escrowId", "caseId") = 1 and ("purpose" = 'payback') = ("caseId" is not null)) not valid;
alter table "payout" add constraint "payout_paid_from_known" check (
  "paidFrom" = 'client' or ("paidFrom" = 'fee' and "caseId" is not null)) not valid;
-- A case is paid back once.
create unique index "payout_caseId_key" on "payout" ("caseId");
drop index "payout_network_lane_key";
create unique index "payout_network_paidFrom_lane_key" on "payout" ("network", "paidFrom", "lane");

-- Accounts for which a worker holds the key, as the worker says: the web process knows no keys.
create table "paying_account" (
  "network" "Network" not null,
  "account" text not null,
  "seenAt" timestamptz(3) not null,
  constraint "paying_account_pkey" primary key ("network", "account")
);

-- Where a case's money lies, and whose claim it is in the books.
create function "place_of_case"("of_case" uuid) returns text stable language sql as $$
  select coalesce(p."toAddress", q."account") from "payment_case" c
    left join "ledger_payment" p on p."id" = c."ledgerPaymentId" left join "fee_quote" q on q."id" = c."feeQuoteId"
    where c."id" = "of_case" $$;
create function "claim_of_case"("of_case" uuid) returns text stable language sql as $$
  select coalesce('owed:payment:' || "ledgerPaymentId", 'owed:quote:' || "feeQuoteId") from "payment_case" where "id" = "of_case" $$;

-- Since when it may have been given back, by the ledger's clock.
create function "case_since"("of_case" uuid) returns timestamptz stable language sql as $$
  select coalesce(p."closedAt", q."createdAt") from "payment_case" c
    left join "ledger_payment" p on p."id" = c."ledgerPaymentId" left join "fee_quote" q on q."id" = c."feeQuoteId"
    where c."id" = "of_case" $$;

-- Did a transaction with these facts pay exactly this payout, and nothing else? To its wallet, or under its own mark.
create function "facts_pay"("facts" jsonb, p "payout") returns boolean language sql stable as $$
  select ("facts"->>'successful')::boolean
    and jsonb_array_length("facts"->'payments') = 1
    and "facts"->'payments'->0->>'asset' = p."asset"::text
    and ("facts"->'payments'->0->>'amount')::numeric = p."amount"
    and case when "facts"->>'invoiceId' is not null
        and exists (select 1 from "payout" where "invoice_of"("payout"."id") = "facts"->>'invoiceId')
      then "invoice_of"(p."id") = "facts"->>'invoiceId'
      else "facts"->'payments'->0->>'to' = p."address" and "facts"->>'memo' is not distinct from p."memo"
    end
$$;
-- As before; and the money of a case leaves the account that holds it.
create or replace function "pays_payout"(t "outgoing_transaction", p "payout") returns boolean language sql stable as $$
  select t."network" = p."network" and "facts_pay"(t."facts", p)
    and (p."caseId" is null or t."account" = "place_of_case"(p."caseId"))
$$;

-- The case gives the right: open until now, its payment counts for nothing, and all of what the books owe for it.
create function "payback_has_right"(p "payout", is_new boolean) returns void language plpgsql as $$
declare
  c "payment_case"%rowtype;
  fits boolean;
begin
  select * into strict c from "payment_case" where "id" = p."caseId" for update;
  if is_new and c."closedAt" is not null then
    raise exception 'case % is closed', c."id";
  end if;
  if c."ledgerPaymentId" is not null then
    select "claim_of"(l) = "claim_of_case"(c."id") and l."asset" = p."asset" into fits
      from "ledger_payment" l where l."id" = c."ledgerPaymentId";
  else
    select q."state" <> 'open' and q."asset" = p."asset" into fits from "fee_quote" q where q."id" = c."feeQuoteId";
  end if;
  if fits is not true or p."amount" <> "claim_amount"("claim_of_case"(c."id"), p."asset"::text) then
    raise exception 'case % owes no %', c."id", p."amount";
  end if;
  if is_new and exists (
    select 1 from "outgoing_transaction" t where t."explanation" = 'by_hand' and t."closedAt" >= "case_since"(c."id")
      and t."network" = p."network" and t."account" = "place_of_case"(c."id") and "facts_pay"(t."facts", p)
  ) then
    raise exception 'case % was paid back by hand', c."id";
  end if;
end $$;

drop trigger "payout_needs_right" on "payout";
create function "payback_needs_right"() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new."escrowId", new."caseId", new."purpose", new."amount", new."asset", new."paidFrom")
        is distinct from (old."escrowId", old."caseId", old."purpose", old."amount", old."asset", old."paidFrom") then
      raise exception 'payout % stays what it is', old."id";
    end if;
    if (new."address", new."memo") is distinct from (old."address", old."memo") and (
      old."state" <> 'blocked' or old."blockedReason" = 'payout_failed'
      or exists (select 1 from "payout_attempt" where "payoutId" = old."id" and "state" in ('live', 'settled'))
    ) then
      raise exception 'payout % does not wait for a wallet', old."id";
    end if;
  end if;
  perform "payback_has_right"(new, tg_op = 'INSERT');
  return new;
end $$;
create trigger "payout_needs_right" before insert or update of "escrowId", "purpose", "asset", "amount", "address", "memo"
  on "payout" for each row when (new."caseId" is null) execute function "payout_needs_right"();
create trigger "payback_needs_right"
  before insert or update of "escrowId", "caseId", "purpose", "asset", "amount", "address", "memo", "paidFrom"
  on "payout" for each row when (new."caseId" is not null) execute function "payback_needs_right"();

-- A case that was paid back is closed, and stays so; one that was kept may be taken up again.
create function "keep_payment_case"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "payout" where "caseId" = new."id") <> coalesce(new."end" = 'paid_back', false) then
    raise exception 'case % ends as paid back if it is paid back', new."id";
  end if;
  if tg_op = 'UPDATE' and old."end" in ('paid_back', 'by_hand')
      and (to_jsonb(new)) is distinct from (to_jsonb(old)) then
    raise exception 'case % is over', old."id";
  end if;
  return null;
end $$;
create constraint trigger "payment_case_keep" after insert or update on "payment_case"
  deferrable initially deferred for each row execute function "keep_payment_case"();
create function "payback_closes_case"() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from "payment_case" where "id" = new."caseId" and "end" = 'paid_back') then
    raise exception 'case % is not closed by its payback', new."caseId";
  end if;
  return null;
end $$;
create constraint trigger "payback_closes_case" after insert on "payout"
  deferrable initially deferred for each row when (new."caseId" is not null) execute function "payback_closes_case"();

-- What is paid back never counts for anything.
create function "paid_back_counts_for_nothing"() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from "payout" join "payment_case" c on c."id" = "payout"."caseId"
    where c."ledgerPaymentId" = new."id" or (new."feeQuoteId" is not null and c."feeQuoteId" = new."feeQuoteId")
  ) then
    raise exception 'payment % was paid back, or comes for what was paid back', new."hash";
  end if;
  return new;
end $$;
create trigger "ledger_payment_paid_back" before update of "problem", "escrowId", "feeQuoteId", "toFloat" on "ledger_payment"
  for each row when (new."problem" is null and old."problem" is not null)
  execute function "paid_back_counts_for_nothing"();

-- As before; whoever sends a case's money back does not approve it, too.
create or replace function "may_approve_payout"() returns trigger language plpgsql as $$
declare
  p "payout"%rowtype;
begin
  if tg_op <> 'INSERT' then
    raise exception 'approvals of payouts stay what they are';
  end if;
  select * into strict p from "payout" where "id" = new."payoutId" for update;
  if p."state" not in ('queued', 'blocked') or p."aboveLimit" is null
     or p."address" <> new."address" or p."memo" is distinct from new."memo" then
    raise exception 'payout % does not wait for this approval', p."id";
  end if;
  if not exists (select 1 from "user" where "id" = new."operatorId" and "role" = 'admin') then
    raise exception 'only operators approve payouts';
  end if;
  if (p."purpose" in ('release', 'refund') and exists (
    select 1 from "dispute" where "escrowId" = p."escrowId" and "decidedById" = new."operatorId"
      and "decision" in ('release', 'refund', 'split')
  )) or exists (select 1 from "payment_case" where "id" = p."caseId" and "closedById" = new."operatorId") then
    raise exception 'whoever decided about payout % does not approve it, too', p."id";
  end if;
  return new;
end $$;

-- As before; what a case's money was owed by ends when it is paid, and not when the case is closed.
create or replace function "book_closed_case"() returns trigger language plpgsql as $$
begin
  if new."end" is null or new."end" = 'by_hand' then
    perform "book_case_end"(new);
  end if;
  return null;
end $$;
create or replace function "book_paid"("p" "payout") returns void language plpgsql as $$
declare
  place text := case when ("p")."caseId" is not null then "place_of_case"(("p")."caseId")
    else (select "account" from "escrow" where "id" = ("p")."escrowId") end;
  claim text := coalesce("claim_of_case"(("p")."caseId"), 'escrow:' || ("p")."escrowId");
  payer text := coalesce(
    (select "source" from "payout_attempt" where "payoutId" = ("p")."id" and "state" = 'settled'),
    (select "facts"->>'feeAccount' from "outgoing_transaction"
      where "payoutId" = ("p")."id" and "explanation" = 'paid_elsewhere' and "network" = ("p")."network"),
    place);
begin
  perform "book"('payout', ("p")."id"::text, ("p")."settledHash", coalesce(("p")."settledAt", now()), ("p")."network",
    ("p")."asset"::text, place, claim, 'ledger:' || ("p")."network" || ':' || place, ("p")."amount");
  perform "book_network_fee"(("p")."settledHash", coalesce(("p")."settledAt", now()), ("p")."network", payer, ("p")."feePaid");
end $$;

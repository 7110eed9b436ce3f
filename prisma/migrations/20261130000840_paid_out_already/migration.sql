-- A payment out that none of our payouts explains may have paid out the money of a case: an escrow of which a restored database
-- knows nothing. Until it is linked to the case, or two operators have denied that, the money leaves by no other way (decision 098).
set local lock_timeout = '3s';

-- It paid out the money of this case, as an operator says: so much of it.
create table "case_link" (
  "outgoingId" uuid not null,
  "caseId" uuid not null,
  "amount" numeric(30, 7) not null,
  "reason" text not null,
  "linkedById" uuid not null,
  "linkedAt" timestamptz(3) not null,
  constraint "case_link_pkey" primary key ("caseId", "outgoingId"),
  constraint "case_link_amount_is_whole" check ("amount" >= 0),
  constraint "case_link_has_reason" check (btrim("reason") <> '')
);
create index "case_link_outgoingId_idx" on "case_link" ("outgoingId");
alter table "case_link" add constraint "case_link_outgoingId_fkey"
  foreign key ("outgoingId") references "outgoing_transaction" ("id") on delete restrict on update cascade;
alter table "case_link" add constraint "case_link_caseId_fkey"
  foreign key ("caseId") references "payment_case" ("id") on delete restrict on update cascade;
alter table "case_link" add constraint "case_link_linkedById_fkey"
  foreign key ("linkedById") references "user" ("id") on delete restrict on update cascade;

-- It has nothing to do with this case, as two different operators say.
create table "case_denial" (
  "outgoingId" uuid not null,
  "caseId" uuid not null,
  "reason" text not null,
  "deniedById" uuid not null,
  "deniedAt" timestamptz(3) not null,
  "confirmedReason" text,
  "confirmedById" uuid,
  "confirmedAt" timestamptz(3),
  constraint "case_denial_pkey" primary key ("caseId", "outgoingId"),
  constraint "case_denial_has_reasons" check (btrim("reason") <> '' and btrim(coalesce("confirmedReason", 'none')) <> ''),
  constraint "case_denial_is_confirmed" check (num_nonnulls("confirmedReason", "confirmedById", "confirmedAt") in (0, 3)),
  constraint "case_denial_by_two" check ("confirmedById" <> "deniedById")
);
create index "case_denial_outgoingId_idx" on "case_denial" ("outgoingId");
alter table "case_denial" add constraint "case_denial_outgoingId_fkey"
  foreign key ("outgoingId") references "outgoing_transaction" ("id") on delete restrict on update cascade;
alter table "case_denial" add constraint "case_denial_caseId_fkey"
  foreign key ("caseId") references "payment_case" ("id") on delete restrict on update cascade;
alter table "case_denial" add constraint "case_denial_deniedById_fkey"
  foreign key ("deniedById") references "user" ("id") on delete restrict on update cascade;
alter table "case_denial" add constraint "case_denial_confirmedById_fkey"
  foreign key ("confirmedById") references "user" ("id") on delete restrict on update cascade;

-- The same figures as domain/ledger-payments/dust.ts.
create function "dust_of"("of_asset" text) returns numeric immutable language sql as $$
  select case "of_asset" when 'XLM' then 0.5 else 0.05 end $$;

-- May so much have been paid out of what came? One smallest unit more at most (a deposit that is a stroop short counts), and dust less.
create function "may_pay_out"("paid" numeric, "came" numeric, "of_asset" text) returns boolean immutable language sql as $$
  select "paid" > 0 and "paid" >= "came" - "dust_of"("of_asset") and "paid" <= "came" + 1 / 10::numeric ^ "places_of"("of_asset") $$;

-- The money of a case: where it lies and since when. The memo only where it was nobody's: parts of one lost deposit share it. By itself, and
-- not as a part of the questions below, so that each row is found by its key.
create function "case_money"("of_case" uuid)
    returns table ("caseId" uuid, "account" text, "asset" text, "since" timestamptz, "amount" numeric, "memo" text)
    stable rows 1 language plpgsql as $$
begin
  return query
    select c."id", coalesce(l."toAddress", q."account"), coalesce(l."asset", q."asset")::text, coalesce(l."closedAt", q."createdAt")::timestamptz,
      c."amount"::numeric, case when l."feeQuoteId" is null and l."escrowId" is null then l."memo" end
    from "payment_case" c left join "ledger_payment" l on l."id" = c."ledgerPaymentId" left join "fee_quote" q on q."id" = c."feeQuoteId"
    where c."id" = "of_case";
end $$;

-- All that came with a memo that was nobody's, whatever became of it; but for what we have paid back.
create function "money_with_memo"("of_memo" text, "to_account" text, "in_asset" text)
    returns table ("since" timestamptz, "amount" numeric) stable rows 5 language plpgsql as $$
begin
  return query
    select l."closedAt"::timestamptz, c."amount"::numeric
    from "ledger_payment" l join "payment_case" c on c."ledgerPaymentId" = l."id"
    where l."memo" = "of_memo" and l."feeQuoteId" is null and l."escrowId" is null
      and l."toAddress" = "to_account" and l."asset"::text = "in_asset"
      and not exists (select 1 from "payout" p where p."caseId" = c."id" and p."state" = 'confirmed');
end $$;

-- Which payments out that no payout of ours explains could have paid out the money of which case: of one case, whatever became of it; or, by one
-- transaction, of all cases whose money has not left. `amount` is what the transaction paid; `together`: that of all cases with the memo.
create function "could_have_paid"("of_case" uuid, "of_outgoing" uuid)
    returns table ("outgoingId" uuid, "caseId" uuid, "amount" numeric, "together" boolean) stable rows 5 language plpgsql as $$
#variable_conflict use_column
begin
  return query
  with "asked" as (
    select "of_case" as "id" where "of_case" is not null
    union select c."id" from "payment_case" c where "of_case" is null and c."closedAt" is null
    union select p."caseId" from "payout" p
      where "of_case" is null and p."purpose" = 'payback' and p."state" in ('queued', 'blocked')
    -- Linked, and not all of it.
    union select k."caseId" from "case_link" k cross join lateral "case_money"(k."caseId") m
      where "of_case" is null
      group by k."caseId", m."amount", m."asset"
      having bool_and(k."outgoingId" <> "of_outgoing") and sum(k."amount") < m."amount" - "dust_of"(m."asset")
  ), "matter" as (
    select m.* from "asked" cross join lateral "case_money"("asked"."id") m where m."asset" is not null and m."amount" > 0
  ), "paid" as (
    select t."id", t."account", t."closedAt", e."payment"->>'asset' as "asset", (e."payment"->>'amount')::numeric as "amount", e."n"
    from (select distinct "account" from "matter") place
      join "outgoing_transaction" t on t."account" = place."account"
        and t."explanation" is distinct from 'payout' and t."explanation" is distinct from 'treasury'
      cross join lateral jsonb_array_elements(t."facts"->'payments') with ordinality e ("payment", "n")
    where (t."facts"->>'successful')::boolean
      -- What paid a payout of an escrow or of earnings went to its very wallet.
      and (t."explanation" is distinct from 'paid_elsewhere'
        or exists (select 1 from "payout" p where p."id" = t."payoutId" and p."caseId" is not null and p."caseId" is distinct from "of_case"))
  ), "shared" as (
    select g."memo", g."account", g."asset", o."id", o."n", sum(s."amount") as "amount"
    from (select distinct "memo", "account", "asset" from "matter" where "memo" is not null) g
      join "paid" o on o."account" = g."account" and o."asset" = g."asset" and ("of_outgoing" is null or o."id" = "of_outgoing")
      cross join lateral "money_with_memo"(g."memo", g."account", g."asset") s
    where s."since" <= o."closedAt"
    group by 1, 2, 3, 4, 5 having count(*) > 1
  ), "compared" as (
    select o."id", m."caseId", o."amount", came."together"
    from "matter" m
      join "paid" o on o."account" = m."account" and o."asset" = m."asset" and o."closedAt" >= m."since"
        and ("of_outgoing" is null or o."id" = "of_outgoing")
      left join "shared" s on s."memo" = m."memo" and s."account" = m."account" and s."asset" = m."asset" and s."id" = o."id" and s."n" = o."n"
      cross join lateral (values (m."amount", false), (s."amount", true)) came ("amount", "together")
    where "may_pay_out"(o."amount", came."amount", m."asset") or (o."amount" < came."amount" and exists (
      select 1 from "paid" other where other."account" = o."account" and other."asset" = o."asset" and other."closedAt" >= m."since"
        and (other."id", other."n") <> (o."id", o."n") and "may_pay_out"(o."amount" + other."amount", came."amount", m."asset")))
  )
  select distinct on (z."id", z."caseId") z."id", z."caseId", z."amount", z."together"
  from "compared" z order by z."id", z."caseId", z."together", z."amount" desc;
end $$;

-- What keeps a case waiting: payments out that may have paid its money out, and that two operators have not denied for it.
create function "doubts_of_case"("of_case" uuid) returns setof uuid stable language sql as $$
  select w."outgoingId" from "could_have_paid"("of_case", null) w
  where not exists (
    select 1 from "case_denial" d
    where d."outgoingId" = w."outgoingId" and d."caseId" = "of_case" and d."confirmedAt" is not null) $$;

-- Cases that a payment out fits, and of which nobody has said whether it paid their money out.
create function "unanswered_cases"("of_outgoing" uuid) returns setof uuid stable language sql as $$
  select w."caseId" from "could_have_paid"(null, "of_outgoing") w
  where not exists (select 1 from "case_link" k where k."outgoingId" = "of_outgoing" and k."caseId" = w."caseId")
    and not exists (select 1 from "case_denial" d where d."outgoingId" = "of_outgoing" and d."caseId" = w."caseId") $$;

create function "keep_case_answer"() returns trigger language plpgsql as $$
begin
  raise exception 'what operators said of payments out is never changed or deleted';
end $$;
create trigger "case_link_keep" before update or delete on "case_link" for each row execute function "keep_case_answer"();
create trigger "case_link_keep_all" before truncate on "case_link" for each statement execute function "keep_case_answer"();
create trigger "case_denial_keep" before delete on "case_denial" for each row execute function "keep_case_answer"();
create trigger "case_denial_keep_all" before truncate on "case_denial" for each statement execute function "keep_case_answer"();

create function "needs_operator"("who" uuid) returns void language plpgsql as $$
begin
  if not exists (select 1 from "user" where "id" = "who" and "role" = 'admin') then
    raise exception 'only operators say what a payment out was';
  end if;
end $$;

-- From the account that holds the case's money, not before it, and never more than left or came.
create function "case_link_fits"() returns trigger language plpgsql as $$
declare
  t "outgoing_transaction"%rowtype;
  m record;
begin
  perform "needs_operator"(new."linkedById");
  select * into strict t from "outgoing_transaction" where "id" = new."outgoingId" for update;
  perform 1 from "payment_case" where "id" = new."caseId" for update;
  select * into strict m from "case_money"(new."caseId");
  if m."asset" is null or t."account" <> m."account" or t."closedAt" < m."since" or not (t."facts"->>'successful')::boolean
      or t."explanation" in ('payout', 'treasury', 'paid_elsewhere') then
    raise exception 'transaction % did not pay out the money of case %', t."hash", new."caseId";
  end if;
  if (select coalesce(sum("amount"), 0) from "case_link" where "caseId" = new."caseId") + new."amount" > m."amount"
      or (select coalesce(sum("amount"), 0) from "case_link" where "outgoingId" = t."id") + new."amount" > (
        select coalesce(sum((p->>'amount')::numeric), 0) from jsonb_array_elements(t."facts"->'payments') p where p->>'asset' = m."asset") then
    raise exception 'transaction % did not pay % of case %', t."hash", new."amount", new."caseId";
  end if;
  return new;
end $$;
create trigger "case_link_fits" before insert on "case_link" for each row execute function "case_link_fits"();

create function "case_link_closes_case"() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from "payment_case" where "id" = new."caseId" and "end" = 'by_hand')
      or exists (select 1 from "outgoing_transaction" where "id" = new."outgoingId" and "explanation" is null) then
    raise exception 'case % is not closed by what paid its money out', new."caseId";
  end if;
  return null;
end $$;
create constraint trigger "case_link_closes_case" after insert on "case_link"
  deferrable initially deferred for each row execute function "case_link_closes_case"();

create function "case_denial_by_operators"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new."confirmedAt" is not null then
      raise exception 'a second operator confirms it afterwards';
    end if;
    perform "needs_operator"(new."deniedById");
    return new;
  end if;
  if old."confirmedAt" is not null or new."confirmedAt" is null
      or (new."outgoingId", new."caseId", new."reason", new."deniedById", new."deniedAt")
        is distinct from (old."outgoingId", old."caseId", old."reason", old."deniedById", old."deniedAt") then
    raise exception 'what operators said of payments out is never changed or deleted';
  end if;
  perform "needs_operator"(new."confirmedById");
  return new;
end $$;
create trigger "case_denial_by_operators" before insert or update on "case_denial"
  for each row execute function "case_denial_by_operators"();

-- A payment out is none of ours only with an answer for each case that it fits; the same before it is booked.
create function "foreign_leaves_no_case"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "unanswered_cases"(new."id")) then
    raise exception 'transaction % may have paid out the money of a case', new."hash";
  end if;
  return null;
end $$;
create constraint trigger "outgoing_transaction_leaves_no_case" after update of "explanation" on "outgoing_transaction"
  deferrable initially deferred for each row when (new."explanation" = 'foreign' and old."explanation" is null)
  execute function "foreign_leaves_no_case"();
create function "by_hand_leaves_no_case"() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from "outgoing_transaction" t, "unanswered_cases"(t."id")
    where t."hash" = new."hash" and (t."explanation" is null or t."explanation" = 'foreign')
  ) then
    raise exception 'transaction % may have paid out the money of a case', new."hash";
  end if;
  return new;
end $$;
create trigger "book_entry_leaves_no_case" before insert on "book_entry"
  for each row when (new."kind" = 'by_hand') execute function "by_hand_leaves_no_case"();

-- Money that may have been paid out already leaves by no payback, neither queued nor signed, and counts for nothing.
create function "refuse_doubted_case"("of_case" uuid) returns void language plpgsql as $$
begin
  if exists (select 1 from "doubts_of_case"("of_case")) then
    raise exception 'the money of case % may have been paid out already', "of_case";
  end if;
end $$;
create function "payback_is_not_doubted"() returns trigger language plpgsql as $$
begin
  perform "refuse_doubted_case"(new."caseId");
  return new;
end $$;
create trigger "payout_is_not_doubted" before insert on "payout"
  for each row when (new."caseId" is not null) execute function "payback_is_not_doubted"();
create function "attempt_is_not_doubted"() returns trigger language plpgsql as $$
begin
  perform "refuse_doubted_case"("caseId") from "payout" where "id" = new."payoutId" and "caseId" is not null;
  return new;
end $$;
create trigger "payout_attempt_is_not_doubted" before insert on "payout_attempt"
  for each row execute function "attempt_is_not_doubted"();
create function "counted_is_not_doubted"() returns trigger language plpgsql as $$
begin
  perform "refuse_doubted_case"("id") from "payment_case" where "ledgerPaymentId" = new."id";
  return new;
end $$;
create trigger "ledger_payment_is_not_doubted" before update of "problem" on "ledger_payment"
  for each row when (new."problem" is null and old."problem" is not null and not new."toFloat")
  execute function "counted_is_not_doubted"();

-- Did a transaction with these facts pay exactly the amount of this payout, to whomever? Not where it carries the mark of another one.
create function "facts_pay_out"("facts" jsonb, p "payout") returns boolean language sql stable as $$
  select ("facts"->>'successful')::boolean
    and jsonb_array_length("facts"->'payments') = 1
    and "facts"->'payments'->0->>'asset' = p."asset"::text
    and ("facts"->'payments'->0->>'amount')::numeric = p."amount"
    and not exists (select 1 from "payout" where "invoice_of"("payout"."id") = "facts"->>'invoiceId')
$$;
-- As before; and the money of a case that is to be paid back may have left to another wallet.
create or replace function "pays_payout"(t "outgoing_transaction", p "payout") returns boolean language sql stable as $$
  select t."network" = p."network" and (p."escrowId" is not null or t."account" = "place_of_payout"(p))
    and ("facts_pay"(t."facts", p) or (p."caseId" is not null and t."closedAt" >= "case_since"(p."caseId") and "facts_pay_out"(t."facts", p)))
$$;

alter table "payout" drop constraint "payout_waits_for_something",
  add constraint "payout_waits_for_something" check ("waitsFor" in
    ('turn', 'stopped', 'cover', 'float', 'fees', 'second_operator', 'ledger', 'history', 'signer', 'held', 'no_key', 'check', 'lists', 'error', 'doubt'))
    not valid;

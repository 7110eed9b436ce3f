-- How long each kind of row is kept, in years: what RETENTION_YEARS says, never less than the five of the terms. What was compared
-- and decided of a person is kept from the day on which the account is closed, for until then the relationship goes on.
set local lock_timeout = '3s';

create table "retention_class" (
  -- The table whose rows are meant.
  "name" text not null,
  "years" integer not null,
  constraint "retention_class_pkey" primary key ("name"),
  constraint "retention_class_years" check ("years" >= 5)
);
insert into "retention_class" ("name", "years") values
  ('user', 5), ('screening', 5), ('screening_review', 5), ('list_entry', 5), ('list_snapshot', 5);

create or replace function "kept_for_years"() returns trigger language plpgsql as $$
declare
  ends timestamptz;
  person uuid;
  closed timestamptz;
  least_years integer;
begin
  select "years" into strict least_years from "retention_class" where "name" = tg_table_name;
  select case tg_table_name
    when 'screening' then (to_jsonb(old) ->> 'lastAt')::timestamptz
    when 'screening_review' then (to_jsonb(old) ->> 'decidedAt')::timestamptz
    when 'list_entry' then (to_jsonb(old) ->> 'endedAt')::timestamptz
    else (to_jsonb(old) ->> 'fetchedAt')::timestamptz
  end into ends;
  person := case
    when tg_table_name = 'screening' and to_jsonb(old) ->> 'subject' like 'user:%' then substr(to_jsonb(old) ->> 'subject', 6)::uuid
    when tg_table_name = 'screening_review' then (to_jsonb(old) ->> 'personId')::uuid
  end;
  if person is not null then
    select "closedAt" into closed from "user" where "id" = person;
    if found then
      -- Nobody decides of a closed account any more: what was open then ends with it.
      ends := case when closed is null then null else greatest(ends, closed) end;
    end if;
  end if;
  if ends is null or ends > now() - make_interval(years => least_years) then
    raise exception 'rows of % are kept for years', tg_table_name;
  end if;
  return old;
end $$;

-- In UTC: an hour of summer time is no reason to differ.
alter table "user" add constraint "user_kept_for_years" check ("keptUntil" is null
  or ("keptUntil" at time zone 'UTC') >= ("closedAt" at time zone 'UTC') + interval '5 years') not valid;

create function "kept_until_then"() returns trigger language plpgsql as $$
begin
  if old."closedAt" is not null and old."keptUntil" > now() and (
    new."keptUntil" is null or new."keptUntil" < old."keptUntil"
    or row(new."name", new."keptEmail") is distinct from row(old."name", old."keptEmail")
  ) then
    raise exception 'name and address of the closed account % are kept until %', old."id", old."keptUntil";
  end if;
  return new;
end $$;
create trigger "user_is_kept" before update of "name", "keptEmail", "keptUntil" on "user"
  for each row execute function "kept_until_then"();

-- As before; and while somebody has yet to look at a person, the account stays: who it was would be asked of nobody then.
create or replace function "open_work_of"("person" uuid) returns table ("kind" text, "subject" text) language plpgsql as $$
begin
  return query
    select 'escrow'::text, e."transactionId" from "escrow" e cross join lateral (
      select coalesce(sum(p."amount") filter (where p."state" = 'confirmed'), 0) as "paid",
        count(*) filter (where p."state" <> 'confirmed') as "moving"
      from "payout" p where p."escrowId" = e."id") out
    where (e."buyerId" = person or e."sellerId" = person) and (
      out."moving" > 0 or e."receivedAmount" - out."paid" > 0.0000001 or (e."cancelledAt" is null and out."paid" = 0))
    order by e."createdAt";
  return query
    select 'fee'::text, q."reference"::text from "fee_quote" q
    where q."userId" = person and q."state" = 'open' and exists (
      select 1 from "ledger_payment" p where p."feeQuoteId" = q."id" and p."problem" is null);
  return query
    -- One after the other, by their indexes: "offset 0" keeps the planner from reading all cases instead.
    select 'case'::text, c."id"::text from (
      select k."id", k."closedAt" from "fee_quote" q
        cross join lateral (select * from "payment_case" where "feeQuoteId" = q."id" offset 0) k
        where q."userId" = person
      union
      select k."id", k."closedAt" from "fee_quote" q
        cross join lateral (select "id" from "ledger_payment" where "feeQuoteId" = q."id" offset 0) p
        cross join lateral (select * from "payment_case" where "ledgerPaymentId" = p."id" offset 0) k
        where q."userId" = person
      union
      select k."id", k."closedAt" from "escrow" e
        cross join lateral (select "id" from "ledger_payment" where "escrowId" = e."id" offset 0) p
        cross join lateral (select * from "payment_case" where "ledgerPaymentId" = p."id" offset 0) k
        where e."buyerId" = person
    ) c
    where c."closedAt" is null
      or exists (select 1 from "payout" o where o."caseId" = c."id" and o."state" <> 'confirmed');
  return query
    select 'check'::text, ''::text where exists (
      select 1 from "screening_review" r where r."personId" = person and r."state" not in ('false_match', 'true_match'));
end $$;

-- What is signed was compared within the hour, with the wallet to which it goes; a reseller is compared as everybody else.
-- What lists said and who was compared is neither emptied nor reworded. Whoever assigned a deposit approves no payout of it.
set local lock_timeout = '3s';

create or replace function "attempt_is_of_nobody_held"() returns trigger language plpgsql as $$
declare
  p "payout"%rowtype;
  found text;
  compared timestamptz;
begin
  select * into strict p from "payout" where "id" = new."payoutId";
  select r."subject" into found from "screening_review" r
    where r."state" <> 'false_match' and r."subject" in (
      select 'user:' || e."buyerId" from "escrow" e where e."id" = p."escrowId"
      union all select 'user:' || e."sellerId" from "escrow" e where e."id" = p."escrowId"
      union all select 'reseller:' || r."id" from "reseller_payout" o join "reseller" r on r."resellerId" = o."resellerId"
        where o."id" = p."resellerPayoutId"
      union all select 'wallet:' || p."address"
      union all select 'wallet:' || l."fromAddress" from "ledger_payment" l where l."escrowId" = p."escrowId"
      union all select 'wallet:' || l."fromAddress" from "payment_case" c join "ledger_payment" l on l."id" = c."ledgerPaymentId"
        where c."id" = p."caseId"
    ) limit 1;
  if found is not null then
    raise exception 'payout % waits until somebody has looked at %', p."id", found;
  end if;
  -- Nor what nobody has compared, or only long ago, or with another wallet: comparing and signing are one round of the worker.
  select max("lastAt") into compared from "screening" where "payoutId" = p."id";
  if compared is null or compared < new."createdAt" - interval '1 hour'
     or (select bool_and(s."outcome" = 'clear') from "screening" s where s."payoutId" = p."id" and s."lastAt" = compared) is not true then
    raise exception 'payout % was not compared with lists that are in force', p."id";
  end if;
  if not exists (select 1 from "screening" s where s."payoutId" = p."id" and s."lastAt" = compared and s."subject" = 'wallet:' || p."address") then
    raise exception 'payout % was compared with another wallet', p."id";
  end if;
  return new;
end $$;

-- Of an entry only its end is written later, once.
create function "entry_is_only_ended"() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    raise exception 'rows of % are kept for years', tg_table_name;
  end if;
  if old."endedAt" is not null
     or row(new."id", new."list", new."sourceId", new."hash", new."kind", new."detail", new."snapshotId", new."since", new."madeById")
        is distinct from row(old."id", old."list", old."sourceId", old."hash", old."kind", old."detail", old."snapshotId", old."since", old."madeById") then
    raise exception 'what a list said stays what it is';
  end if;
  return new;
end $$;
create trigger "list_entry_stays" before update on "list_entry" for each row execute function "entry_is_only_ended"();
create trigger "list_entry_keep_all" before truncate on "list_entry" for each statement execute function "entry_is_only_ended"();
create trigger "list_snapshot_keep_all" before truncate on "list_snapshot" for each statement execute function "stays_as_it_is"();
create trigger "screening_keep_all" before truncate on "screening" for each statement execute function "stays_as_it_is"();
create trigger "screening_review_keep_all" before truncate on "screening_review" for each statement execute function "stays_as_it_is"();

-- An entry that has ended may go when its years are over; one in force never.
create or replace function "kept_for_years"() returns trigger language plpgsql as $$
declare
  ends timestamptz;
begin
  select case tg_table_name
    when 'screening' then (to_jsonb(old) ->> 'lastAt')::timestamptz
    when 'screening_review' then (to_jsonb(old) ->> 'decidedAt')::timestamptz
    when 'list_entry' then (to_jsonb(old) ->> 'endedAt')::timestamptz
    else (to_jsonb(old) ->> 'fetchedAt')::timestamptz
  end into ends;
  if ends is null or ends > now() - interval '5 years' then
    raise exception 'rows of % are kept for years', tg_table_name;
  end if;
  return old;
end $$;
create trigger "list_entry_is_kept" before delete on "list_entry" for each row execute function "kept_for_years"();

-- As before; whoever said what a payment is for does not approve what is paid out of it, too.
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
  )) or exists (select 1 from "payment_case" where "id" = p."caseId" and "closedById" = new."operatorId")
     or exists (select 1 from "payment_case" c join "ledger_payment" l on l."id" = c."ledgerPaymentId"
       where l."escrowId" = p."escrowId" and c."closedById" = new."operatorId" and c."end" is null)
     or exists (select 1 from "reseller_payout" where "id" = p."resellerPayoutId" and "madeById" = new."operatorId") then
    raise exception 'whoever decided about payout % does not approve it, too', p."id";
  end if;
  return new;
end $$;

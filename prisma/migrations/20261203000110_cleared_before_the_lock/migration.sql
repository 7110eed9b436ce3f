-- What the ledger is to hold is compared, weighed and let through before the buyer locks it; afterwards only a confirmed match holds it, and
-- no stop of payouts (docs/decisions/119).
set local lock_timeout = '3s';

create table "hold_clearance" (
  "id" uuid not null,
  "agreementId" uuid not null,
  "escrowId" uuid not null,
  "askedAt" timestamptz(3) not null,
  -- When it was last looked at: the sweep comes to those first that wait longest.
  "lookedAt" timestamptz(3),
  -- What it waits for; null: for nothing.
  "waitsFor" text,
  -- Somebody was kept waiting by it, and is written to when it is through.
  "hasWaited" boolean not null default false,
  -- In US dollars, at the price that was known when it was last weighed. Null: no price was known, or not weighed yet.
  "usdValue" numeric(20, 2),
  -- Which limit it is above; null: none, or not weighed yet.
  "aboveLimit" text,
  -- The second pair of eyes above a limit.
  "approvedById" uuid,
  "approvedAt" timestamptz(3),
  "approvalReason" text,
  -- When it was let through, by the database's clock: what the limits of an hour and of a day count.
  "clearedAt" timestamptz(3),
  -- Until when the lock is offered with it, by the clock of the dates.
  "goodUntil" timestamptz(3),
  -- When the money was locked with it, by the database's clock: from then on payouts see it.
  "usedAt" timestamptz(3),
  -- Nothing is to be locked with it any more, and it was never let through.
  "closedAt" timestamptz(3),
  constraint "hold_clearance_pkey" primary key ("id"),
  constraint "hold_clearance_agreementId_escrowId_fkey" foreign key ("agreementId", "escrowId")
    references "hold_agreement" ("id", "escrowId") on delete restrict on update cascade,
  constraint "hold_clearance_approvedById_fkey" foreign key ("approvedById") references "user" ("id") on delete restrict on update cascade,
  constraint "hold_clearance_waits_known" check ("waitsFor" in ('check', 'lists', 'second_operator')),
  constraint "hold_clearance_limits_known" check ("aboveLimit" in ('price', 'payout', 'hour', 'day')),
  constraint "hold_clearance_approval_whole" check (num_nonnulls("approvedById", "approvedAt", "approvalReason") in (0, 3)),
  constraint "hold_clearance_approval_has_reason" check (btrim("approvalReason") <> ''),
  constraint "hold_clearance_through_whole" check (num_nonnulls("clearedAt", "goodUntil") in (0, 2)),
  constraint "hold_clearance_through_waits_not" check ("clearedAt" is null or "waitsFor" is null),
  constraint "hold_clearance_above_approved" check ("clearedAt" is null or "aboveLimit" is null or "approvedById" is not null),
  constraint "hold_clearance_used_when_through" check ("usedAt" is null or "clearedAt" is not null),
  constraint "hold_clearance_closed_or_through" check ("closedAt" is null or "clearedAt" is null)
);
create unique index "hold_clearance_one_open" on "hold_clearance" ("agreementId") where "clearedAt" is null and "closedAt" is null;
create index "hold_clearance_of_agreement" on "hold_clearance" ("agreementId", "goodUntil");
create index "hold_clearance_of_escrow" on "hold_clearance" ("escrowId");
create index "hold_clearance_of_operator" on "hold_clearance" ("approvedById") where "approvedById" is not null;
-- What waits, for the sweep and the desk.
create index "hold_clearance_open" on "hold_clearance" ("lookedAt" nulls first, "id") where "clearedAt" is null and "closedAt" is null;
-- What the limits of an hour and of a day count.
create index "hold_clearance_let_through" on "hold_clearance" ("clearedAt") where "aboveLimit" is null and "clearedAt" is not null;
create index "hold_clearance_used" on "hold_clearance" ("usedAt") where "aboveLimit" is null and "usedAt" is not null;

-- What was let through by the former rule stays let through: it was weighed when its way out was.
insert into "hold_clearance" ("id", "agreementId", "escrowId", "askedAt", "usdValue", "aboveLimit", "approvedById", "approvedAt", "approvalReason",
    "clearedAt", "goodUntil", "usedAt")
  select distinct on (l."agreementId") gen_random_uuid(), l."agreementId", l."escrowId", x."createdAt", x."usdValue", x."aboveLimit",
    p."operatorId", p."at", p."reason", x."clearedAt", x."clearedAt", x."clearedAt"
  from "hold_exit" x join "hold_lock" l on l."id" = x."lockId"
  left join lateral (select * from "hold_approval" where "exitId" = x."id" and x."aboveLimit" is not null order by "at" limit 1) p on true
  where x."clearedAt" is not null and (x."aboveLimit" is null or p."operatorId" is not null)
    and (l."end" is null or x."clearedAt" > now() - interval '1 day')
  order by l."agreementId", x."clearedAt" desc;

alter table "screening" add column "clearanceId" uuid;
drop trigger "screening_stays" on "screening";
create trigger "screening_stays" before update of "subject", "subjectHash", "purpose", "payoutId", "exitId", "clearanceId", "snapshotIds", "engine",
  "outcome", "at" on "screening" for each row execute function "stays_as_it_is"();

-- Both sides of what is agreed, and the two wallets.
create function "parties_of_agreement"("agreementId" uuid) returns table ("subject" text, "personId" uuid) language sql stable as $$
  with "a" as (
    select h."buyerWallet", a."sellerWallet", e."buyerId", e."sellerId", a."agreedById"
    from "hold_agreement" a join "escrow" e on e."id" = a."escrowId" join "hold" h on h."escrowId" = a."escrowId"
    where a."id" = $1
  ),
  "person" as (select distinct unnest(array["buyerId", "sellerId", "agreedById"]) as "id" from "a")
  select 'user:' || "id", "id" from "person" where "id" is not null
  union select 'wallet:' || "buyerWallet", null from "a"
  union select 'wallet:' || "sellerWallet", null from "a"
$$;

create or replace function "parties_of_way_out"("exitId" uuid) returns table ("subject" text, "personId" uuid) language sql stable as $$
  select t."subject", t."personId" from "hold_exit" x join "hold_lock" l on l."id" = x."lockId"
    cross join lateral "parties_of_agreement"(l."agreementId") t
    where x."id" = $1
$$;

-- Whom a review of this state holds, if anybody.
create function "held_party_of_agreement"("agreementId" uuid, "isConfirmed" boolean) returns text language sql stable as $$
  select r."subject" from "parties_of_agreement"($1) t join "screening_review" r
    on r."subject" = t."subject" or r."personId" = t."personId"
    where case when $2 then r."state" = 'true_match' else r."state" <> 'false_match' end limit 1
$$;

-- It is weighed again and again until it is through; what was let through, and by whom, stays.
create function "keep_hold_clearance"() returns trigger language plpgsql as $$
declare
  found text;
  compared timestamptz;
  is_clear boolean;
  subjects text[];
begin
  if tg_op = 'DELETE' then
    raise exception 'clearances are never deleted';
  end if;
  if tg_op = 'INSERT' then
    if num_nonnulls(new."lookedAt", new."waitsFor", new."usdValue", new."aboveLimit", new."approvedById", new."clearedAt", new."usedAt", new."closedAt") > 0
        or new."hasWaited" then
      raise exception 'a clearance begins with nothing';
    end if;
    return new;
  end if;
  if (new."id", new."agreementId", new."escrowId", new."askedAt") is distinct from (old."id", old."agreementId", old."escrowId", old."askedAt")
      or (old."usedAt" is not null and new."usedAt" is distinct from old."usedAt")
      or (old."approvedById" is not null and (new."approvedById", new."approvedAt", new."approvalReason", new."aboveLimit", new."usdValue")
        is distinct from (old."approvedById", old."approvedAt", old."approvalReason", old."aboveLimit", old."usdValue"))
      or ((old."clearedAt" is not null or old."closedAt" is not null)
        and (to_jsonb(new) - array['usedAt', 'lookedAt']) <> (to_jsonb(old) - array['usedAt', 'lookedAt'])) then
    raise exception 'clearance % stays what it is', old."id";
  end if;
  if old."approvedById" is null and new."approvedById" is not null then
    if old."aboveLimit" is null or old."clearedAt" is not null or old."closedAt" is not null then
      raise exception 'clearance % does not wait for this approval', old."id";
    end if;
    if not exists (select 1 from "user" where "id" = new."approvedById" and "role" = 'admin') then
      raise exception 'only operators let a lock through';
    end if;
    -- Of money that was locked before it was weighed, an operator may have decided.
    if exists (select 1 from "dispute" where "escrowId" = old."escrowId" and "decidedById" = new."approvedById"
        and "decision" in ('release', 'refund', 'split')) then
      raise exception 'whoever decided about the money of clearance % does not let it through, too', old."id";
    end if;
    if exists (select 1 from "parties_of_agreement"(old."agreementId") t where "has_changed_account"(new."approvedById", t."personId")) then
      raise exception 'whoever changed an account of clearance % does not let it through', old."id";
    end if;
  end if;
  if old."clearedAt" is null and new."clearedAt" is not null
      and not exists (select 1 from "hold_lock" where "agreementId" = old."agreementId" and "counts") then
    select "held_party_of_agreement"(old."agreementId", false) into found;
    if found is not null then
      raise exception 'clearance % waits until somebody has looked at %', old."id", found;
    end if;
    -- At one look: another worker may compare it at the same time.
    select l."lastAt", bool_and(s."outcome" = 'clear'), array_agg(s."subject") into compared, is_clear, subjects
      from (select max("lastAt") as "lastAt" from "screening" where "screening"."clearanceId" = old."id") l
      join "screening" s on s."clearanceId" = old."id" and s."lastAt" = l."lastAt" group by l."lastAt";
    -- Good for a week from when it was compared, at most.
    if compared is null or compared < new."goodUntil" - interval '7 days 1 hour' or is_clear is not true then
      raise exception 'clearance % was not compared with lists that are in force', old."id";
    end if;
    if exists (select 1 from "parties_of_agreement"(old."agreementId") t where t."subject" like 'wallet:%' and t."subject" <> all (subjects)) then
      raise exception 'clearance % was compared with another wallet', old."id";
    end if;
  end if;
  return new;
end $$;
create trigger "hold_clearance_keep" before insert or update or delete on "hold_clearance"
  for each row execute function "keep_hold_clearance"();
create trigger "hold_clearance_keep_all" before truncate on "hold_clearance"
  for each statement execute function "stays_as_it_is"();
-- Pages that wait hear that it is through.
create trigger "hold_clearance_news" after update of "clearedAt" on "hold_clearance"
  for each row execute function "tell_news_of_escrow"();

-- What counts was let through when it was locked, or since: an offer that was given with it is good for an hour, and has a day to be carried out.
create function "lock_counts_when_cleared"() returns trigger language plpgsql as $$
declare
  cleared uuid;
begin
  if tg_op = 'UPDATE' and old."counts" then
    return new;
  end if;
  select c."id" into cleared from "hold_clearance" c
    where c."agreementId" = new."agreementId" and c."clearedAt" is not null and c."goodUntil" + interval '1 day' >= new."lockedAt"
    order by c."goodUntil" desc limit 1;
  if cleared is null then
    raise exception 'lock % was not let through', new."hash";
  end if;
  update "hold_clearance" set "usedAt" = clock_timestamp() where "id" = cleared and "usedAt" is null;
  return new;
end $$;
create trigger "hold_lock_let_through" before insert or update of "counts" on "hold_lock" for each row
  when (new."counts") execute function "lock_counts_when_cleared"();

-- As before, but after the lock: a confirmed match holds it and a likeness does not; what was weighed before the lock is weighed no more, and what
-- was locked before there were clearances is weighed once.
create or replace function "way_out_may_be_helped"("exitId" uuid, "asked" timestamptz, "isOurWord" boolean) returns void language plpgsql as $$
declare
  x "hold_exit"%rowtype;
  agreement uuid;
  found text;
begin
  select * into strict x from "hold_exit" where "id" = $1;
  select l."agreementId" into strict agreement from "hold_lock" l where l."id" = x."lockId";
  select "held_party_of_agreement"(agreement, true) into found;
  if found is not null then
    raise exception 'way out % is held: % is on a list', x."id", found;
  end if;
  if "isOurWord" and x."kind" <> 'expiry'
      and not exists (select 1 from "hold_clearance" c where c."agreementId" = agreement and c."clearedAt" is not null) then
    raise exception 'way out % was not weighed', x."id";
  end if;
end $$;

-- The lease, and a server that is not in doubt, are needed to sign whatever there is. Stops of payouts are another matter.
create function "lease_is_held"("of_network" "Network", "epoch" bigint) returns void language plpgsql as $$
declare
  "cause" text;
begin
  perform 1 from "payout_lease"
    where "network" = "of_network" and "payout_lease"."epoch" = $2 and "until" > clock_timestamp() for share;
  if not found then
    raise exception 'the lease to sign payouts on % is not held by this worker', "of_network";
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('payout_stop:' || "of_network", 0));
  select "cursor_stop"."cause" into "cause" from "cursor_stop" where "network" = "of_network" limit 1;
  if found then
    raise exception 'the history of % is in doubt: %', "of_network", "cause";
  end if;
end $$;

create function "may_be_settled"() returns trigger language plpgsql as $$
begin
  perform "lease_is_held"(new."network", new."leaseEpoch");
  return new;
end $$;

create or replace function "may_be_signed"() returns trigger language plpgsql as $$
declare
  "cause" text;
begin
  perform "lease_is_held"(new."network", new."leaseEpoch");
  select "payout_stop"."cause"::text into "cause" from "payout_stop"
    where "network" = new."network" and "endedAt" is null limit 1;
  if found then
    raise exception 'payouts on % are stopped: %', new."network", "cause";
  end if;
  return new;
end $$;

-- What is locked is settled while payouts are stopped; no account is opened meanwhile.
drop trigger "hold_attempt_may_be_signed" on "hold_attempt";
create trigger "hold_attempt_may_be_signed" before insert on "hold_attempt" for each row
  when (new."purpose" = 'opening') execute function "may_be_signed"();
create trigger "hold_attempt_may_be_settled" before insert on "hold_attempt" for each row
  when (new."purpose" <> 'opening') execute function "may_be_settled"();

-- On the XRP Ledger a release needs a ticket of the keeper, who holds no client money. Other tickets, and channels, are those of payouts and openings.
create function "lanes_may_be_signed"() returns trigger language plpgsql as $$
declare
  "cause" text;
begin
  perform "lease_is_held"(new."network", new."leaseEpoch");
  if new."network" = 'xrpl' and not exists (select 1 from "platform_account" where "address" = new."source") then
    return new;
  end if;
  select "payout_stop"."cause"::text into "cause" from "payout_stop"
    where "network" = new."network" and "endedAt" is null limit 1;
  if found then
    raise exception 'payouts on % are stopped: %', new."network", "cause";
  end if;
  return new;
end $$;
drop trigger "treasury_transaction_may_be_signed" on "treasury_transaction";
create trigger "treasury_transaction_may_be_signed" before insert on "treasury_transaction"
  for each row execute function "lanes_may_be_signed"();

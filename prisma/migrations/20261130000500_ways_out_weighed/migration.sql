-- Ways out of what the ledger holds are weighed and compared as payouts are, before Quayside signs for one: nobody on a sanctions list is
-- helped, and what is above a limit waits for a second operator.
set local lock_timeout = '3s';

alter table "hold_exit"
  -- In US dollars, at the price that was known when it was last weighed. Null: no price was known, or not weighed yet.
  add column "usdValue" numeric(20, 2),
  -- Which limit it is above; null: none, or not weighed yet.
  add column "aboveLimit" text,
  -- When it was last let through to be signed: what the limits of an hour and of a day count.
  add column "clearedAt" timestamptz(3),
  -- What it waits for beside signatures; null: for nothing.
  add column "waitsFor" text;
alter table "hold_exit" add constraint "hold_exit_limits_known" check ("aboveLimit" in ('price', 'payout', 'hour', 'day')) not valid;
alter table "hold_exit" add constraint "hold_exit_waits_known"
  check ("waitsFor" in ('check', 'lists', 'second_operator') or "waitsFor" ~ '^(wallet|held)_') not valid;

create table "hold_approval" (
  "id" uuid not null,
  "exitId" uuid not null,
  "operatorId" uuid not null,
  "usdValue" numeric(20, 2),
  "aboveLimit" text not null,
  "reason" text not null,
  "at" timestamptz(3) not null,
  constraint "hold_approval_pkey" primary key ("id"),
  constraint "hold_approval_has_reason" check (btrim("reason") <> ''),
  constraint "hold_approval_limit_known" check ("aboveLimit" in ('price', 'payout', 'hour', 'day')),
  constraint "hold_approval_exitId_fkey" foreign key ("exitId") references "hold_exit" ("id") on delete restrict on update cascade,
  constraint "hold_approval_operatorId_fkey" foreign key ("operatorId") references "user" ("id") on delete restrict on update cascade
);
create unique index "hold_approval_once" on "hold_approval" ("exitId", "operatorId");
create index "hold_approval_of_operator" on "hold_approval" ("operatorId");

-- The second pair of eyes is an operator's, and never those that decided about the money themselves.
create function "may_approve_way_out"() returns trigger language plpgsql as $$
declare
  x "hold_exit"%rowtype;
begin
  if tg_op <> 'INSERT' then
    raise exception 'approvals of ways out stay what they are';
  end if;
  select * into strict x from "hold_exit" where "id" = new."exitId" for update;
  if x."state" not in ('collecting', 'ready') or x."aboveLimit" is null then
    raise exception 'way out % does not wait for this approval', x."id";
  end if;
  if not exists (select 1 from "user" where "id" = new."operatorId" and "role" = 'admin') then
    raise exception 'only operators approve ways out';
  end if;
  if exists (select 1 from "dispute" where "escrowId" = x."escrowId" and "decidedById" = new."operatorId"
      and "decision" in ('release', 'refund', 'split')) then
    raise exception 'whoever decided about way out % does not approve it, too', x."id";
  end if;
  return new;
end $$;
create trigger "hold_approval_may_be_given" before insert or update or delete on "hold_approval"
  for each row execute function "may_approve_way_out"();
create trigger "hold_approval_keep_all" before truncate on "hold_approval"
  for each statement execute function "stays_as_it_is"();

alter table "screening" add column "exitId" uuid;

-- Who has to do with a way out, as parties_of_payout says it of payouts.
create function "parties_of_way_out"("exitId" uuid) returns table ("subject" text, "personId" uuid) language sql stable as $$
  with "x" as (
    select h."buyerWallet", a."sellerWallet", e."buyerId", e."sellerId", a."agreedById"
    from "hold_exit" x join "escrow" e on e."id" = x."escrowId" join "hold" h on h."escrowId" = x."escrowId"
    join "hold_lock" l on l."id" = x."lockId" join "hold_agreement" a on a."id" = l."agreementId"
    where x."id" = $1
  ),
  "person" as (select distinct unnest(array["buyerId", "sellerId", "agreedById"]) as "id" from "x")
  select 'user:' || "id", "id" from "person" where "id" is not null
  union select 'wallet:' || "buyerWallet", null from "x"
  union select 'wallet:' || "sellerWallet", null from "x"
$$;

-- Of nobody who is held, and compared within the last hour. Only what Quayside's own word takes out is weighed: what both sides signed
-- is theirs, and what the date gives back nobody decides.
create function "way_out_may_be_helped"("exitId" uuid, "asked" timestamptz, "isOurWord" boolean) returns void language plpgsql as $$
declare
  x "hold_exit"%rowtype;
  found text;
  compared timestamptz;
  is_clear boolean;
  subjects text[];
begin
  select * into strict x from "hold_exit" where "id" = $1;
  select r."subject" into found from "parties_of_way_out"(x."id") t join "screening_review" r
    on r."subject" = t."subject" or r."personId" = t."personId"
    where r."state" <> 'false_match' limit 1;
  if found is not null then
    raise exception 'way out % waits until somebody has looked at %', x."id", found;
  end if;
  -- At one look: another worker may compare it at the same time.
  select l."lastAt", bool_and(s."outcome" = 'clear'), array_agg(s."subject") into compared, is_clear, subjects
    from (select max("lastAt") as "lastAt" from "screening" where "screening"."exitId" = x."id") l
    join "screening" s on s."exitId" = x."id" and s."lastAt" = l."lastAt" group by l."lastAt";
  if compared is null or compared < asked - interval '1 hour' or is_clear is not true then
    raise exception 'way out % was not compared with lists that are in force', x."id";
  end if;
  if exists (select 1 from "parties_of_way_out"(x."id") t where t."subject" like 'wallet:%' and t."subject" <> all (subjects)) then
    raise exception 'way out % was compared with another wallet', x."id";
  end if;
  if "isOurWord" and x."kind" <> 'expiry' and x."aboveLimit" is not null
     and not exists (select 1 from "hold_approval" a where a."exitId" = x."id") then
    raise exception 'way out % is above a limit and nobody has approved it', x."id";
  end if;
  if "isOurWord" and x."kind" <> 'expiry' and x."clearedAt" is null then
    raise exception 'way out % was not weighed', x."id";
  end if;
end $$;

-- The arbiter's signature is Quayside's word; what the two sides sign without it is theirs.
create function "arbiter_signs_what_may_be_helped"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "hold_exit" x join "hold_lock" l on l."id" = x."lockId" join "hold_agreement" a on a."id" = l."agreementId"
      where x."id" = new."exitId" and a."arbiter" = new."address") then
    perform "way_out_may_be_helped"(new."exitId", new."addedAt", true);
  end if;
  return new;
end $$;
create trigger "hold_signature_may_be_helped" before insert on "hold_signature"
  for each row execute function "arbiter_signs_what_may_be_helped"();

create function "attempt_helps_nobody_held"() returns trigger language plpgsql as $$
begin
  perform "way_out_may_be_helped"(new."exitId", new."createdAt", new."purpose" = 'finish');
  return new;
end $$;
create trigger "hold_attempt_may_be_helped" before insert on "hold_attempt" for each row
  when (new."purpose" <> 'opening') execute function "attempt_helps_nobody_held"();

-- As before; what it was weighed with and what it waits for may change.
create or replace function "keep_hold_exit"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'ways out are never deleted';
  end if;
  -- That it was looked at and weighed waits for nobody who has the escrow's row, and holds it from nobody.
  if (to_jsonb(new) - array['updatedAt', 'waitsFor', 'usdValue', 'aboveLimit', 'clearedAt'])
      = (to_jsonb(old) - array['updatedAt', 'waitsFor', 'usdValue', 'aboveLimit', 'clearedAt']) then
    return new;
  end if;
  perform 1 from "escrow" where "id" = old."escrowId" for update;
  if (to_jsonb(new) - array['state', 'deadReason', 'settledHash', 'settledAt', 'updatedAt', 'description', 'hash', 'xdr',
      'waitsFor', 'usdValue', 'aboveLimit', 'clearedAt'])
      <> (to_jsonb(old) - array['state', 'deadReason', 'settledHash', 'settledAt', 'updatedAt', 'description', 'hash', 'xdr',
      'waitsFor', 'usdValue', 'aboveLimit', 'clearedAt'])
      or ((new."description", new."hash", new."xdr") is distinct from (old."description", old."hash", old."xdr")
        and (old."hash" is not null or old."state" <> 'collecting' or new."state" <> 'collecting'))
      or (new."state" = old."state" and (new."deadReason", new."settledHash", new."settledAt")
        is distinct from (old."deadReason", old."settledHash", old."settledAt")) then
    raise exception 'way out % stays what it is', old."id";
  end if;
  if new."state" = old."state" then
    return new;
  end if;
  if (old."state"::text, new."state"::text) not in (
    ('collecting', 'ready'), ('collecting', 'confirmed'), ('collecting', 'dead'),
    ('ready', 'sent'), ('ready', 'confirmed'), ('ready', 'dead'),
    ('sent', 'ready'), ('sent', 'confirmed'), ('sent', 'dead')
  ) then
    raise exception 'way out % cannot go from % to %', old."id", old."state", new."state";
  end if;
  if new."state" = 'ready' and old."state" = 'collecting' and (
    (select count(*) from "hold_signature" where "exitId" = old."id") < 2
    or (old."kind" = 'expiry' and not exists (
      select 1 from "hold_signature" s join "hold" h on h."escrowId" = old."escrowId" and h."buyerWallet" = s."address"
      where s."exitId" = old."id"))
  ) then
    raise exception 'signatures of way out % are missing', old."id";
  end if;
  if new."state" in ('ready', 'dead') and exists (
    select 1 from "hold_attempt" where "exitId" = old."id" and "state" in ('live', 'settled')
  ) then
    raise exception 'way out % is on its way', old."id";
  end if;
  if new."state" = 'sent' and not exists (select 1 from "hold_attempt" where "exitId" = old."id" and "state" in ('live', 'settled')) then
    raise exception 'nothing of way out % was signed', old."id";
  end if;
  -- Whoever sent it: the ledger says that it is over, and how.
  if new."state" = 'confirmed' and not exists (
    select 1 from "hold_lock" where "id" = old."lockId" and "endHash" = new."settledHash" and "endedAt" = new."settledAt"
      and "end" = case old."kind" when 'release' then 'released' when 'refund' then 'refunded' when 'division' then 'divided'
        else 'expired' end::"HoldEnd"
  ) then
    raise exception 'the ledger does not say that way out % was taken', old."id";
  end if;
  if new."state" = 'confirmed' and exists (select 1 from "hold_attempt" where "exitId" = old."id" and "state" = 'live') then
    raise exception 'an envelope of way out % is not closed', old."id";
  end if;
  return new;
end $$;

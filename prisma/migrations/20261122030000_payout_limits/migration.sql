-- Payouts above a limit wait for a second person: what was weighed, and who has approved.
alter table "payout"
  -- In US dollars, at the price that was known when it was last weighed. Null: no price was known.
  add column "usdValue" numeric(20, 2),
  -- Which limit it is above; null: none, or not weighed yet.
  add column "aboveLimit" text,
  -- When it was last let through to be signed: what the limits of an hour and of a day count.
  add column "clearedAt" timestamptz(3);
alter table "payout" add constraint "payout_limits_known" check ("aboveLimit" in ('price', 'payout', 'hour', 'day'));
create index "payout_clearedAt_idx" on "payout" ("clearedAt") where "aboveLimit" is null;

create table "payout_approval" (
  "id" uuid not null,
  "payoutId" uuid not null,
  "operatorId" uuid not null,
  -- What the operator saw: an approval counts for this wallet only.
  "address" text not null,
  "memo" text,
  "usdValue" numeric(20, 2),
  "aboveLimit" text not null,
  "reason" text not null,
  "at" timestamptz(3) not null default now(),
  constraint "payout_approval_pkey" primary key ("id"),
  constraint "payout_approval_has_reason" check (btrim("reason") <> ''),
  constraint "payout_approval_limit_known" check ("aboveLimit" in ('price', 'payout', 'hour', 'day'))
);
alter table "payout_approval" add constraint "payout_approval_payoutId_fkey"
  foreign key ("payoutId") references "payout" ("id") on delete restrict on update cascade;
alter table "payout_approval" add constraint "payout_approval_operatorId_fkey"
  foreign key ("operatorId") references "user" ("id") on delete restrict on update cascade;
create unique index "payout_approval_once" on "payout_approval" ("payoutId", "operatorId", "address", "memo")
  nulls not distinct;

-- The second pair of eyes is an operator's, and never those that decided about the money themselves.
create function "may_approve_payout"() returns trigger language plpgsql as $$
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
  if p."purpose" in ('release', 'refund') and exists (
    select 1 from "dispute" where "escrowId" = p."escrowId" and "decidedById" = new."operatorId"
      and "decision" in ('release', 'refund', 'split')
  ) then
    raise exception 'whoever decided about payout % does not approve it, too', p."id";
  end if;
  return new;
end $$;
create trigger "payout_approval_may_be_given" before insert or update or delete on "payout_approval"
  for each row execute function "may_approve_payout"();

-- What is above a limit is not signed before somebody has approved it for the wallet that it goes to.
create function "attempt_is_within_limits"() returns trigger language plpgsql as $$
begin
  perform 1 from "payout" p where p."id" = new."payoutId" and p."aboveLimit" is not null and not exists (
    select 1 from "payout_approval" a
      where a."payoutId" = p."id" and a."address" = p."address" and a."memo" is not distinct from p."memo"
  );
  if found then
    raise exception 'payout % is above a limit and nobody has approved it', new."payoutId";
  end if;
  return new;
end $$;
create trigger "payout_attempt_is_within_limits" before insert on "payout_attempt"
  for each row execute function "attempt_is_within_limits"();

-- Payouts can be stopped for a ledger, and nothing is signed while they are.
create type "PayoutStopCause" as enum ('switch', 'unexplained', 'books');
create table "payout_stop" (
  "id" uuid not null,
  "network" "Network" not null,
  "cause" "PayoutStopCause" not null,
  "reason" text not null,
  "beganAt" timestamptz(3) not null default now(),
  "beganById" uuid,
  "endedAt" timestamptz(3),
  "endedById" uuid,
  "endReason" text,
  constraint "payout_stop_pkey" primary key ("id"),
  constraint "payout_stop_end_has_reason" check (("endedAt" is null) = ("endReason" is null)),
  constraint "payout_stop_has_reason" check (btrim("reason") <> '' and btrim(coalesce("endReason", 'open')) <> ''),
  -- A switch is always somebody's.
  constraint "payout_stop_switch_has_person" check ("cause" <> 'switch' or "beganById" is not null)
);
alter table "payout_stop" add constraint "payout_stop_beganById_fkey"
  foreign key ("beganById") references "user" ("id") on delete restrict on update cascade;
alter table "payout_stop" add constraint "payout_stop_endedById_fkey"
  foreign key ("endedById") references "user" ("id") on delete restrict on update cascade;
create unique index "payout_stop_one_open" on "payout_stop" ("network", "cause") where "endedAt" is null;
create index "payout_stop_network_beganAt_idx" on "payout_stop" ("network", "beganAt");

create function "keep_payout_stop"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'stops of payouts are never deleted';
  end if;
  if old."endedAt" is not null
     or (to_jsonb(new) - array['endedAt', 'endedById', 'endReason'])
        <> (to_jsonb(old) - array['endedAt', 'endedById', 'endReason']) then
    raise exception 'stop % stays what it is', old."id";
  end if;
  return new;
end $$;
create trigger "payout_stop_keep" before update or delete on "payout_stop"
  for each row execute function "keep_payout_stop"();

-- A stop waits for signatures that are being stored, and from its commit on none is: the two locks exclude each other.
create function "payout_stop_takes_effect"() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('payout_stop:' || new."network", 0));
  return new;
end $$;
create trigger "payout_stop_takes_effect" before insert on "payout_stop"
  for each row execute function "payout_stop_takes_effect"();

-- Who may sign the payouts of a ledger, until when. The epoch grows with each new holder: what an earlier one writes late,
-- after it was frozen or cut off, is refused.
create table "payout_lease" (
  "network" "Network" not null,
  "holder" text not null,
  "epoch" bigint not null,
  "until" timestamptz(3) not null,
  constraint "payout_lease_pkey" primary key ("network")
);

-- What the paying accounts send beside payouts: the making of lanes (tickets, channel accounts). Stored before it is sent, as
-- the envelope of a payout is.
create type "TreasuryPurpose" as enum ('tickets', 'channels');
create table "treasury_transaction" (
  "id" uuid not null,
  "network" "Network" not null,
  "purpose" "TreasuryPurpose" not null,
  "hash" text not null,
  "blob" text not null,
  "source" text not null,
  "sequence" text not null,
  "validUntil" text not null,
  "validFrom" text,
  "leaseEpoch" bigint not null,
  "state" "AttemptState" not null default 'live',
  "code" text,
  "feePaid" numeric(30, 7),
  "createdAt" timestamptz(3) not null default now(),
  "closedAt" timestamptz(3),
  constraint "treasury_transaction_pkey" primary key ("id")
);
create unique index "treasury_transaction_hash_key" on "treasury_transaction" ("hash");
-- They use the account's own numbers, one after the other.
create unique index "treasury_transaction_one_live" on "treasury_transaction" ("network", "source") where "state" = 'live';
create trigger "treasury_transaction_keep" before delete on "treasury_transaction"
  for each row execute function "keep_payout_attempt"();

create function "keep_treasury_transaction"() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['state', 'code', 'closedAt', 'feePaid'])
     <> (to_jsonb(old) - array['state', 'code', 'closedAt', 'feePaid']) then
    raise exception 'envelope % stays as it was signed', old."hash";
  end if;
  if old."state" <> 'live' and new is distinct from old then
    raise exception 'envelope % is closed', old."hash";
  end if;
  return new;
end $$;
create trigger "treasury_transaction_stays" before update on "treasury_transaction"
  for each row execute function "keep_treasury_transaction"();

-- The holder of the lease signs, nobody else, and nobody while the payouts of the ledger are stopped.
alter table "payout_attempt" add column "leaseEpoch" bigint;
create function "may_be_signed"() returns trigger language plpgsql as $$
declare
  "cause" text;
begin
  perform 1 from "payout_lease"
    where "network" = new."network" and "epoch" = new."leaseEpoch" and "until" > clock_timestamp() for share;
  if not found then
    raise exception 'the lease to sign payouts on % is not held by this worker', new."network";
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('payout_stop:' || new."network", 0));
  select "payout_stop"."cause"::text into "cause" from "payout_stop"
    where "network" = new."network" and "endedAt" is null limit 1;
  if found then
    raise exception 'payouts on % are stopped: %', new."network", "cause";
  end if;
  return new;
end $$;
create trigger "payout_attempt_may_be_signed" before insert on "payout_attempt"
  for each row execute function "may_be_signed"();
create trigger "treasury_transaction_may_be_signed" before insert on "treasury_transaction"
  for each row execute function "may_be_signed"();

-- Why a payout that could go is not on its way, for pages and letters: an open payout waits for something or is under way.
alter table "payout" add column "waitsFor" text;
alter table "payout" add constraint "payout_waits_for_something" check ("waitsFor" in
  ('turn', 'stopped', 'cover', 'float', 'fees', 'second_operator', 'ledger'));
alter table "payout" add constraint "payout_waits_in_queue" check ("waitsFor" is null or "state" in ('queued', 'blocked'));
-- Due payouts of a ledger, in their order.
create index "payout_due_idx" on "payout" ("network", "createdAt", "id") where "state" in ('queued', 'blocked');

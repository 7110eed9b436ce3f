-- A server that shows another history than the one that was read is doubted by everybody: while the reading of an account of ours is
-- stopped, nothing is signed on its ledger. And what a payment that waits for fees is asked for is kept with it.
set local lock_timeout = '3s';

create or replace function "may_be_signed"() returns trigger language plpgsql as $$
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
  select "cursor_stop"."cause" into "cause" from "cursor_stop" where "network" = new."network" limit 1;
  if found then
    raise exception 'the history of % is in doubt: %', new."network", "cause";
  end if;
  return new;
end $$;

-- The stop waits for a reader that is moving the cursor, and no reader moves it afterwards; it waits for signatures that are just being
-- stored, too, and from its commit on none is.
create or replace function "hold_stopped_cursor"() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('payout_stop:' || new."network", 0));
  perform 1 from "ledger_cursor" where "network" = new."network" and "account" = new."account" for update;
  return new;
end $$;

alter table "payout" add column "feeAsked" numeric(30, 7);
alter table "payout" drop constraint "payout_waits_for_something",
  add constraint "payout_waits_for_something" check ("waitsFor" in
    ('turn', 'stopped', 'cover', 'float', 'fees', 'second_operator', 'ledger', 'history', 'signer', 'held', 'no_key', 'check', 'lists')) not valid;
alter table "hold_exit" add column "feeAsked" numeric(30, 7);
alter table "hold_exit" drop constraint "hold_exit_waits_known",
  add constraint "hold_exit_waits_known"
    check ("waitsFor" in ('check', 'lists', 'second_operator', 'fees', 'float', 'history') or "waitsFor" ~ '^(wallet|held)_') not valid;

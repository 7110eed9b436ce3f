-- Before a signed payout, or the opening of an account for a held escrow, is stored: the worker holds the lease, the ledger's history is not in doubt, and
-- no stop of payouts is open on the ledger (decisions 020, 093, 119).
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

create trigger "hold_attempt_may_be_signed" before insert on "hold_attempt" for each row
  when (new."purpose" = 'opening') execute function "may_be_signed"();

create trigger "payout_attempt_may_be_signed" before insert on "payout_attempt"
  for each row execute function "may_be_signed"();

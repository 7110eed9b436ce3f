-- Refuses a signature unless the payout lease of this ledger and epoch is held and unexpired, and while the reading of any account on the ledger is
-- stopped (decision 093). Does not ask for stops of payouts, but takes the shared lock for which a new stop waits (payout_stop_takes_effect).
create or replace function "lease_is_held"("of_network" "Network", "epoch" bigint) returns void language plpgsql as $$
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

-- Refuses a signature unless this ledger's payout lease of this epoch is held and unexpired, and while reading is stopped for any account on the ledger
-- (decision 140). Ignores stops of payouts, but takes the shared lock for which a new stop waits (payout_stop_takes_effect).
create or replace function "lease_is_held"("of_network" "Network", "epoch" bigint) returns void language plpgsql as $$
declare
  "cause" text;
begin
  perform 1 from "payout_lease"
    where "network" = "of_network" and "payout_lease"."epoch" = $2 and "until" > clock_timestamp() for share;
  perform "public"."refuse_if"(not found, format('the lease to sign payouts on %s is not held by this worker', "of_network"));
  perform pg_advisory_xact_lock_shared(hashtextextended('payout_stop:' || "of_network", 0));
  select "cursor_stop"."cause" into "cause" from "cursor_stop" where "network" = "of_network" limit 1;
  perform "public"."refuse_if"(found, format('the history of %s is in doubt: %s', "of_network", "cause"));
end $$;

-- A new stop of payouts waits for signatures being stored on its ledger, and excludes later ones: lease_is_held takes the same lock shared (decision 020).
create or replace function "payout_stop_takes_effect"() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('payout_stop:' || new."network", 0));
  return new;
end $$;

create trigger "payout_stop_takes_effect" before insert on "payout_stop"
  for each row execute function "payout_stop_takes_effect"();

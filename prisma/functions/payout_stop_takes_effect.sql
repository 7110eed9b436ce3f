-- A stop waits for signatures that are being stored, and from its commit on none is: the two locks exclude each other.
create or replace function "payout_stop_takes_effect"() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('payout_stop:' || new."network", 0));
  return new;
end $$;

create trigger "payout_stop_takes_effect" before insert on "payout_stop"
  for each row execute function "payout_stop_takes_effect"();

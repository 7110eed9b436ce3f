-- A stop of reading waits for a reader that moves the cursor and, by payout_stop's advisory lock, for signatures that are being stored. From its commit on,
-- keep_stopped_cursor and lease_is_held refuse both (decision 140).
create or replace function "hold_stopped_cursor"() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('payout_stop:' || new."network", 0));
  perform 1 from "ledger_cursor" where "network" = new."network" and "account" = new."account" for update;
  return new;
end $$;

create trigger "cursor_stop_hold" before insert on "cursor_stop" for each row execute function "hold_stopped_cursor"();

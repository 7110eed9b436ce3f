-- The stop waits for a reader that is moving the cursor, and no reader moves it afterwards; it waits for signatures that are just being
-- stored, too, and from its commit on none is.
create or replace function "hold_stopped_cursor"() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('payout_stop:' || new."network", 0));
  perform 1 from "ledger_cursor" where "network" = new."network" and "account" = new."account" for update;
  return new;
end $$;

create trigger "cursor_stop_hold" before insert on "cursor_stop" for each row execute function "hold_stopped_cursor"();

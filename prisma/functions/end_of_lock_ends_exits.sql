-- At commit, no way out of a lock that has ended on the ledger is collecting, ready or sent (docs/decisions/087).
create or replace function "end_of_lock_ends_exits"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "hold_exit" where "lockId" = new."id" and "state" in ('collecting', 'ready', 'sent')) then
    raise exception 'lock % has ended, and a way out of it is on its way', new."hash";
  end if;
  return null;
end $$;

create constraint trigger "hold_lock_ends_exits" after update of "end" on "hold_lock"
  deferrable initially deferred for each row when (new."end" is not null) execute function "end_of_lock_ends_exits"();

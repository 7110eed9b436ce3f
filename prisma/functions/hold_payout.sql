-- waitsFor is "held" exactly while an operator pauses the payout, whatever the worker writes. Confirming the payout ends the pause (decision 056).
create or replace function "hold_payout"() returns trigger language plpgsql as $$
begin
  if new."state" = 'confirmed' then
    -- Another transaction paid it, by an operator's statement: nothing is left to be paused.
    new."heldAt" := null;
  end if;
  if new."heldAt" is not null then
    new."waitsFor" := 'held';
  elsif new."waitsFor" = 'held' then
    new."waitsFor" := null;
  end if;
  return new;
end $$;

create trigger "payout_hold" before update on "transfer" for each row execute function "hold_payout"();

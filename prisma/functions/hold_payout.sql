-- A payout says that it waits for "held" as long as an operator holds it, whatever the worker writes, and only then. Confirming it ends the
-- hold (docs/decisions/056).
create or replace function "hold_payout"() returns trigger language plpgsql as $$
begin
  if new."state" = 'confirmed' then
    -- An operator has said that another transaction paid it: nothing is left to be held.
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

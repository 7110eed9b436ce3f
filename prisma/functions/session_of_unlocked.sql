create or replace function "session_of_unlocked"() returns trigger language plpgsql as $$
declare
  "locked" timestamptz;
begin
  -- The row itself is held, not only read: whoever locks the person just now is waited for.
  select "lockedAt" into "locked" from "user" where "id" = new."userId" for share;
  if "locked" is not null then
    raise exception 'person % is locked', new."userId";
  end if;
  return new;
end $$;

create trigger "session_of_unlocked" before insert or update of "userId" on "session"
  for each row execute function "session_of_unlocked"();

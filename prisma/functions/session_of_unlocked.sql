-- Refuses a session of a person whose account is suspended (decision 056).
create or replace function "session_of_unlocked"() returns trigger language plpgsql as $$
declare
  "locked" timestamptz;
begin
  -- "for share" waits for an operator who suspends the account at the same moment.
  select "lockedAt" into "locked" from "user" where "id" = new."userId" for share;
  perform "public"."refuse_if"("locked" is not null, format('person %s is locked', new."userId"));
  return new;
end $$;

create trigger "session_of_unlocked" before insert or update of "userId" on "session"
  for each row execute function "session_of_unlocked"();

-- Ends all sessions of a person whom an operator suspends (decision 056).
create or replace function "end_sessions_of_locked"() returns trigger language plpgsql as $$
begin
  delete from "session" where "userId" = new."id";
  return null;
end $$;

create trigger "user_locked" after update of "lockedAt" on "user"
  for each row when (new."lockedAt" is not null) execute function "end_sessions_of_locked"();

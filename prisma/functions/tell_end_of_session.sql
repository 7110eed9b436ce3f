-- Notifies the pages of a session that it has ended, so that they stop (decision 054).
create or replace function "tell_end_of_session"() returns trigger language plpgsql as $$
begin
  perform "tell_news"('session', old."id");
  return null;
end $$;

create trigger "session_end_news" after delete on "session"
  for each row execute function "tell_end_of_session"();

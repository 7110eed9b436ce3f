-- Keeps requests for more time (decisions 071, 072): never deleted, not inserted as declined; only answer and answeredAt change, once.
create or replace function "keep_time_request"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'requests for more time are never deleted';
  end if;
  if tg_op = 'INSERT' and new."answer" = 'declined' then
    raise exception 'a request for more time begins unanswered';
  end if;
  if tg_op = 'UPDATE' and (old."answer" is not null
      or (to_jsonb(new) - array['answer', 'answeredAt']) <> (to_jsonb(old) - array['answer', 'answeredAt'])) then
    raise exception 'request for more time % stays what it is', old."id";
  end if;
  return new;
end $$;

create trigger "time_request_keep" before insert or update or delete on "time_request"
  for each row execute function "keep_time_request"();

-- What has left the queue, or was woken by a person's decision, begins anew.
create or replace function "forget_failures"() returns trigger language plpgsql as $$
begin
  new."failures" := 0;
  new."nextTryAt" := null;
  return new;
end $$;

create trigger "payout_begins_anew" before update on "payout"
  for each row when (new."state" <> 'queued' or new."wakes" <> old."wakes") execute function "forget_failures"();

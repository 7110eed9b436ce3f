-- Resets the failures and the next try of a payout that is not in the queue, or that a person's decision has woken (docs/decisions/140).
create or replace function "forget_failures"() returns trigger language plpgsql as $$
begin
  new."failures" := 0;
  new."nextTryAt" := null;
  return new;
end $$;

create trigger "payout_begins_anew" before update on "transfer"
  for each row when (new."state" <> 'queued' or new."wakes" <> old."wakes") execute function "forget_failures"();

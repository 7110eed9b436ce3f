-- Resets failures and next try of a payout that is not queued, or that a person's decision woke (decision 140).
create or replace function "forget_failures"() returns trigger language plpgsql as $$
begin
  new."failures" := 0;
  new."nextTryAt" := null;
  return new;
end $$;

create trigger "payout_begins_anew" before update on "transfer"
  for each row when (new."state" <> 'queued' or new."wakes" <> old."wakes") execute function "forget_failures"();

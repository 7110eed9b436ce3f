-- Before a signed transaction of a settlement is stored (hold_attempt, all but openings): the worker holds the lease and the history is not in doubt.
-- Stops of payouts do not stop settlements (decision 119).
create or replace function "may_be_settled"() returns trigger language plpgsql as $$
begin
  perform "lease_is_held"(new."network", new."leaseEpoch");
  return new;
end $$;

create trigger "hold_attempt_may_be_settled" before insert on "hold_attempt" for each row
  when (new."purpose" <> 'opening') execute function "may_be_settled"();

create or replace function "may_be_settled"() returns trigger language plpgsql as $$
begin
  perform "lease_is_held"(new."network", new."leaseEpoch");
  return new;
end $$;

create trigger "hold_attempt_may_be_settled" before insert on "hold_attempt" for each row
  when (new."purpose" <> 'opening') execute function "may_be_settled"();

-- Refuses to queue a payback of money that may have been paid out already (refuse_doubted_case, decision 098).
create or replace function "payback_is_not_doubted"() returns trigger language plpgsql as $$
begin
  perform "refuse_doubted_case"(new."caseId");
  return new;
end $$;

create trigger "payout_is_not_doubted" before insert on "transfer"
  for each row when (new."caseId" is not null) execute function "payback_is_not_doubted"();

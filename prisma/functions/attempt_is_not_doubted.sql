-- Nothing is signed for a payback whose case is in doubt: its money may have been paid out already (docs/decisions/098).
create or replace function "attempt_is_not_doubted"() returns trigger language plpgsql as $$
begin
  perform "refuse_doubted_case"("caseId") from "payout" where "id" = new."payoutId" and "caseId" is not null;
  return new;
end $$;

create trigger "transfer_attempt_is_not_doubted" before insert on "transfer_attempt"
  for each row when (new."purpose" = 'payout') execute function "attempt_is_not_doubted"();

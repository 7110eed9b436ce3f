-- Payments out that may have paid the money of a case and that two operators have not denied for it: the case waits for them (decision 098).
create or replace function "doubts_of_case"("of_case" uuid) returns setof uuid stable language sql as $$
  select w."outgoingId" from "could_have_paid"("of_case", null) w
  where not exists (
    select 1 from "case_denial" d
    where d."outgoingId" = w."outgoingId" and d."caseId" = "of_case" and d."confirmedAt" is not null) $$;

-- Cases that this payment out may have paid (could_have_paid), and for which no operator has linked or denied it (decision 098).
create or replace function "unanswered_cases"("of_outgoing" uuid) returns setof uuid stable language sql as $$
  select w."caseId" from "could_have_paid"(null, "of_outgoing") w
  where not exists (select 1 from "case_link" k where k."outgoingId" = "of_outgoing" and k."caseId" = w."caseId")
    and not exists (select 1 from "case_denial" d where d."outgoingId" = "of_outgoing" and d."caseId" = w."caseId") $$;

-- Refuses money of a case that may have been paid out already (doubts_of_case, decision 098): before a payback is queued or signed, or the payment counts.
create or replace function "refuse_doubted_case"("of_case" uuid) returns void language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (select 1 from "doubts_of_case"("of_case")), format('the money of case %s may have been paid out already', "of_case"));
end $$;

-- A waiver request is about a standing rejection notice of the escrow (decision 077). 'waived' needs an approved escrow: the approval is the waiver.
create or replace function "keep_waiver_request"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(tg_op = 'INSERT' and not exists (
    select 1 from "examination" where "id" = new."examinationId" and "escrowId" = new."escrowId" and "withdrawnAt" is null
  ), 'a request for a waiver begins unanswered, about a notice that stands');
  perform "public"."refuse_if"(new."answer" = 'waived' and not exists (
    select 1 from "escrow" where "id" = new."escrowId" and "documentApprovalStatus" = 'Approved'
  ), 'discrepancies are waived by approving the documents');
  return new;
end $$;

create trigger "waiver_request_keep" before insert or update on "waiver_request"
  for each row execute function "keep_waiver_request"();

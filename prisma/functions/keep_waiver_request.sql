-- Requests to waive discrepancies (decision 078): inserted unanswered, about a standing rejection notice of the escrow; never deleted, answered once.
-- The answer 'waived' needs an approved escrow, because the approval is the waiver.
create or replace function "keep_waiver_request"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'requests for a waiver are never deleted';
  end if;
  if tg_op = 'INSERT' then
    if new."answer" is not null or not exists (
      select 1 from "examination" where "id" = new."examinationId" and "escrowId" = new."escrowId" and "withdrawnAt" is null
    ) then
      raise exception 'a request for a waiver begins unanswered, about a notice that stands';
    end if;
    return new;
  end if;
  if old."answer" is not null or (to_jsonb(new) - array['answer', 'answeredAt', 'answerWords'])
      <> (to_jsonb(old) - array['answer', 'answeredAt', 'answerWords']) then
    raise exception 'request for a waiver % stays what it is', old."id";
  end if;
  if new."answer" = 'waived' and not exists (
    select 1 from "escrow" where "id" = new."escrowId" and "documentApprovalStatus" = 'Approved'
  ) then
    raise exception 'discrepancies are waived by approving the documents';
  end if;
  return new;
end $$;

create trigger "waiver_request_keep" before insert or update or delete on "waiver_request"
  for each row execute function "keep_waiver_request"();

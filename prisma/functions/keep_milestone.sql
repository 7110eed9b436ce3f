-- A milestone stays of its escrow, under its id and number; what adds up is asked by milestones_sum_up (decision 142). Its dates are there from the beginning
-- or never, and change only to what both sides agreed (decision 076): fundBy and presentBy by an agreed amendment or agreed more time, examineDays,
-- weekend and documents by an agreed amendment. Nothing else of it changes but the amount.
create or replace function "keep_milestone"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"("differ"(old, new, 'amount', 'fundBy', 'presentBy', 'examineDays', 'weekend', 'documents') or exists (
      select 1 from jsonb_each(to_jsonb(new) - 'amount') n where n."value" <> to_jsonb(old)->n."key" and not exists (
        select 1 from "amendment" a where a."escrowId" = old."escrowId" and a."answer" = 'agreed'
          and n."value" = nullif(to_jsonb(a)->n."key", 'null') and (n."key" <> 'documents' or a."changesDocuments")
        union all select 1 from "time_request" t where t."escrowId" = old."escrowId" and t."answer" = 'agreed'
          and n."key" = t."step" || 'By' and n."value" = to_jsonb(t."until"))),
    format('the dates of escrow %s stay as they were agreed', old."escrowId"));
  return new;
end $$;

create trigger "milestone_keep" before update on "milestone"
  for each row execute function "keep_milestone"();

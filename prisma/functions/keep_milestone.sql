-- A milestone keeps its escrow, id and number; milestones_sum_up checks the sum (decision 142). Its deadlines exist from the beginning or never, and change
-- only to what both sides agreed (decision 076): fundBy and presentBy by an amendment or extension; examineDays, weekend and documents by an amendment.
-- Otherwise only the amount changes.
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

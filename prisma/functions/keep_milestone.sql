-- A milestone stays of its escrow, under its id and number; what adds up is asked by milestones_sum_up (decision 147). Its dates are there from the beginning or never, and change only to what both sides agreed (decisions 071, 076): fundBy and presentBy by an agreed amendment or agreed more time,
-- examineDays, weekend and documents by an agreed amendment. escrowId, onSilence and createdAt do not change.
create or replace function "keep_milestone"() returns trigger language plpgsql as $$
begin
  if "differ"(old, new, 'amount', 'fundBy', 'presentBy', 'examineDays', 'weekend', 'documents')
    or (new."fundBy" is distinct from old."fundBy" and not exists (
      select 1 from "amendment" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "fundBy" = new."fundBy"
      union all select 1 from "time_request" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "step" = 'fund'
        and "until" = new."fundBy"))
    or (new."presentBy" is distinct from old."presentBy" and not exists (
      select 1 from "amendment" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "presentBy" = new."presentBy"
      union all select 1 from "time_request" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "step" = 'present'
        and "until" = new."presentBy"))
    or (new."examineDays" is distinct from old."examineDays" and not exists (
      select 1 from "amendment" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "examineDays" = new."examineDays"))
    or (new."weekend" is distinct from old."weekend" and not exists (
      select 1 from "amendment" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "weekend" = new."weekend"))
    or (new."documents" is distinct from old."documents" and not exists (
      select 1 from "amendment" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "changesDocuments"
        and "documents" = new."documents")) then
    raise exception 'the dates of escrow % stay as they were agreed', old."escrowId";
  end if;
  return new;
end $$;

create trigger "milestone_keep" before update on "milestone"
  for each row execute function "keep_milestone"();

-- A file has the person and time of its statement, and is stored while the dispute is open (decision 134).
create or replace function "keep_dispute_file"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(not exists (
    select 1 from "dispute_statement" s join "dispute" d on d."id" = s."disputeId"
    where s."id" = new."statementId" and d."decision" is null
      and s."statedById" = new."uploadedById" and s."statedAt" = new."uploadedAt"
  ), format('file %s does not come with its statement', new."id"));
  return new;
end $$;

create trigger "dispute_file_keep" before insert on "dispute_file"
  for each row execute function "keep_dispute_file"();

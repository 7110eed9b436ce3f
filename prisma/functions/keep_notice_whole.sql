-- Files and discrepancies of a notice are stored in the transaction that wrote it, known by xmin: nothing is added later (decision 077).
create or replace function "keep_notice_whole"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(not exists (select 1 from "examination" where "id" = new."examinationId" and "withdrawnAt" is null
      and xmin::text::bigint = mod(pg_current_xact_id()::text::numeric, 4294967296)), format('notice %s is given', new."examinationId"));
  return new;
end $$;

create trigger "discrepancy_keep" before insert on "discrepancy"
  for each row execute function "keep_notice_whole"();

create trigger "examined_file_keep" before insert on "examined_file"
  for each row execute function "keep_notice_whole"();

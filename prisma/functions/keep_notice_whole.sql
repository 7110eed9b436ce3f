-- One notice: what it says is written with it, and nothing is added later.
create or replace function "keep_notice_whole"() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'a notice stays what it is';
  end if;
  if not exists (select 1 from "examination" where "id" = new."examinationId" and "withdrawnAt" is null
      and xmin::text::bigint = mod(pg_current_xact_id()::text::numeric, 4294967296)) then
    raise exception 'notice % is given', new."examinationId";
  end if;
  return new;
end $$;

create trigger "discrepancy_keep" before insert or update or delete on "discrepancy"
  for each row execute function "keep_notice_whole"();

create trigger "examined_file_keep" before insert or update or delete on "examined_file"
  for each row execute function "keep_notice_whole"();

-- A check of the audit log changes until it has finished, and is never deleted (docs/decisions/058).
create or replace function "keep_check"() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old."finishedAt" is null then return new; end if;
  raise exception 'the audit log is never changed or deleted';
end $$;

create trigger "audit_check_keep" before update or delete on "audit_check" for each row execute function "keep_check"();

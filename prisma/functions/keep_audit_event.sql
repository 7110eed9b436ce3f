-- Audit events are never changed or deleted (docs/decisions/058).
create or replace function "keep_audit_event"() returns trigger language plpgsql as $$
begin
  raise exception 'audit events are never changed or deleted';
end $$;

create trigger "audit_event_keep" before update or delete on "audit_event" for each row execute function "keep_audit_event"();

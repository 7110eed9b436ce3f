-- An audit event stays in audit_unsealed until audit_link gives it a place in the chain (decision 058): refuses updates, and earlier deletion.
create or replace function "keep_unsealed"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select 1 from "public"."audit_link" l where l."eventId" = old."eventId") then return old; end if;
  end if;
  raise exception 'the audit log is never changed or deleted';
end $$;

create trigger "audit_unsealed_keep" before update or delete on "audit_unsealed" for each row execute function "keep_unsealed"();

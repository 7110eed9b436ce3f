-- What waits for its place waits until it has one.
create or replace function "keep_unsealed"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select 1 from "public"."audit_link" l where l."eventId" = old."eventId") then return old; end if;
  end if;
  raise exception 'the audit log is never changed or deleted';
end $$;

create trigger "audit_unsealed_keep" before update or delete on "audit_unsealed" for each row execute function "keep_unsealed"();

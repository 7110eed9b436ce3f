-- Puts each new audit event into audit_unsealed, where it waits for its place in the chain (decision 058).
create or replace function "wait_for_seal"() returns trigger language plpgsql as $$
begin
  insert into "public"."audit_unsealed" ("eventId") values (new."id");
  return null;
end $$;

create trigger "audit_event_unsealed" after insert on "audit_event" for each row execute function "wait_for_seal"();

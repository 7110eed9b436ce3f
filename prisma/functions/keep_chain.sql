-- The chain of the audit log (places, nodes, seals) is never changed, deleted or truncated; its other tables are not truncated (decision 058).
create or replace function "keep_chain"() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is never changed or deleted';
end $$;

create trigger "audit_check_keep_all" before truncate on "audit_check" for each statement execute function "keep_chain"();

create trigger "audit_event_keep_all" before truncate on "audit_event" for each statement execute function "keep_chain"();

create trigger "audit_link_keep" before update or delete on "audit_link" for each row execute function "keep_chain"();

create trigger "audit_link_keep_all" before truncate on "audit_link" for each statement execute function "keep_chain"();

create trigger "audit_node_keep" before update or delete on "audit_node" for each row execute function "keep_chain"();

create trigger "audit_node_keep_all" before truncate on "audit_node" for each statement execute function "keep_chain"();

create trigger "audit_seal_keep" before update or delete on "audit_seal" for each row execute function "keep_chain"();

create trigger "audit_seal_keep_all" before truncate on "audit_seal" for each statement execute function "keep_chain"();

create trigger "audit_unsealed_keep_all" before truncate on "audit_unsealed" for each statement execute function "keep_chain"();

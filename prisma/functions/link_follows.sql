-- The audit chain grows only at its end (decision 058): a new place has the highest seq plus 1.
create or replace function "link_follows"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(new."seq" <> coalesce((select max(l."seq") from "public"."audit_link" l), 0) + 1, 'the audit log goes on at its end only');
  return new;
end $$;

create trigger "audit_link_follows" before insert on "audit_link" for each row execute function "link_follows"();

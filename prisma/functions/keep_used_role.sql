-- Refuses to change the role of a buyer's or seller's account that has acted in its role (role_is_used, decision 031).
create or replace function "keep_used_role"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(old."role" in ('buyer', 'seller') and "role_is_used"(old."id"),
    format('account %s keeps its role: it has been used', old."id"));
  return new;
end $$;

create trigger "user_keep_used_role" before update of "role" on "user" for each row
  when (new."role" is distinct from old."role") execute function "keep_used_role"();

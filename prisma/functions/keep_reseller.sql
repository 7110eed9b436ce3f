-- Keeps resellers: never deleted; id, resellerId and createdAt do not change.
create or replace function "keep_reseller"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'resellers are never deleted';
  end if;
  if (new."id", new."resellerId", new."createdAt") is distinct from (old."id", old."resellerId", old."createdAt") then
    raise exception 'reseller % stays who they are', old."resellerId";
  end if;
  return new;
end $$;

create trigger "reseller_keep" before update or delete on "reseller" for each row execute function "keep_reseller"();

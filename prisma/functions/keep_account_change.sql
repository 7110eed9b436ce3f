-- A change of an account begins open, is never changed or deleted, and ends once. Operators make it (null: a command), and confirm it or
-- take it back (null: the old mailbox objects). Whoever made it does not confirm it (check; docs/decisions/099).
create or replace function "keep_account_change"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'changes of accounts are never deleted';
  end if;
  if tg_op = 'INSERT' then
    if new."endedAt" is not null then
      raise exception 'a change of an account begins open';
    end if;
    if new."changedById" is not null and not exists (select 1 from "user" where "id" = new."changedById" and "role" = 'admin') then
      raise exception 'only operators change accounts of others';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - array['endedAt', 'end', 'endedById', 'emailChangeId'])
      <> (to_jsonb(old) - array['endedAt', 'end', 'endedById', 'emailChangeId'])
      or (new."emailChangeId" is distinct from old."emailChangeId" and new."emailChangeId" is not null)
      or (old."endedAt" is not null
        and (new."endedAt", new."end", new."endedById") is distinct from (old."endedAt", old."end", old."endedById")) then
    raise exception 'change % of an account stays what it is', old."id";
  end if;
  if new."endedById" is not null and not exists (select 1 from "user" where "id" = new."endedById" and "role" = 'admin') then
    raise exception 'only operators confirm changes of accounts, or take them back';
  end if;
  return new;
end $$;

create trigger "account_change_keep" before insert or update or delete on "account_change"
  for each row execute function "keep_account_change"();

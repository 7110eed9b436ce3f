-- Operators change others' accounts (null: a command), confirm or revoke changes (null: the old mailbox objects), never confirm own ones (check; decision 099).
create or replace function "keep_account_change"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new."changedById" is not null then
    perform "must_be_operator"(new."changedById", 'only operators change accounts of others');
  elsif tg_op = 'UPDATE' and new."endedById" is not null then
    perform "must_be_operator"(new."endedById", 'only operators confirm changes of accounts, or take them back');
  end if;
  return new;
end $$;

create trigger "account_change_keep" before insert or update on "account_change"
  for each row execute function "keep_account_change"();

-- Keeps the record of Quayside's accounts (decision 043): never deleted, since payments may still arrive there; only its end is written, once, and not
-- while platform_account_business counts anything.
create or replace function "platform_account_kept"() returns trigger language plpgsql as $$
declare
  open_business text;
begin
  if tg_op = 'DELETE' then
    raise exception 'an account of ours is not forgotten: payments may still arrive there';
  end if;
  if old."endedAt" is not null
    or (new."id", new."network", new."purpose", new."chain", new."address", new."since")
      is distinct from (old."id", old."network", old."purpose", old."chain", old."address", old."since")
  then
    raise exception 'an account of ours is ended once and never changed';
  end if;
  select string_agg(b."what" || ': ' || b."count", ', ') into open_business
    from "platform_account_business"(old."network", old."purpose", old."address") b where b."count" > 0;
  if open_business is not null then
    raise exception 'the account % has open business: %', old."address", open_business;
  end if;
  return new;
end $$;

create trigger "platform_account_kept" before update or delete on "platform_account"
  for each row execute function "platform_account_kept"();

-- Money is asked for at the account of the record alone. Whoever changes it waits for those who are asking, and the other way round.
create or replace function "asks_at_platform_account"() returns trigger language plpgsql as $$
declare
  of_network "Network" := case (to_jsonb(new) ->> tg_argv[1]) when 'XRP' then 'xrpl' else 'stellar' end;
  recorded text;
begin
  select a."address" into recorded from "platform_account" a
    where a."network" = of_network and a."purpose" = tg_argv[0] and a."endedAt" is null for share;
  if recorded = new."account" then
    return new;
  end if;
  -- Nothing is recorded before the first start.
  if recorded is null and not exists (
    select 1 from "platform_account" a where a."network" = of_network and a."purpose" = tg_argv[0])
  then
    return new;
  end if;
  raise exception 'money is asked for at %, and the account of the record is %', new."account", recorded;
end $$;

create trigger "escrow_asks_at_platform_account" before insert or update of "account" on "escrow"
  for each row execute function "asks_at_platform_account"('escrow', 'currency');

create trigger "fee_quote_asks_at_platform_account" before insert or update of "account" on "fee_quote"
  for each row execute function "asks_at_platform_account"('fee', 'asset');

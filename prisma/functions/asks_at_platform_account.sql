-- Escrows and fee quotes ask for money only at the current platform account of their network. Arguments: purpose, column of the asset. Locks the account's row
-- for share, so that a change of accounts and a request for money wait for each other (decision 094).
create or replace function "asks_at_platform_account"() returns trigger language plpgsql as $$
declare
  of_network "Network" := case (to_jsonb(new) ->> tg_argv[1]) when 'XRP' then 'xrpl' else 'stellar' end;
  recorded text;
begin
  select a."address" into recorded from "platform_account" a
    where a."network" = of_network and a."purpose" = tg_argv[0] and a."endedAt" is null for share;
  -- Before the first start no account is recorded.
  perform "public"."refuse_if"(recorded is distinct from new."account" and (recorded is not null
      or exists (select 1 from "platform_account" a where a."network" = of_network and a."purpose" = tg_argv[0])),
    format('money is asked for at %s, and the account of the record is %s', new."account", recorded));
  return new;
end $$;

create trigger "escrow_asks_at_platform_account" before insert or update of "account" on "escrow"
  for each row execute function "asks_at_platform_account"('escrow', 'currency');

create trigger "fee_quote_asks_at_platform_account" before insert or update of "account" on "fee_quote"
  for each row execute function "asks_at_platform_account"('fee', 'asset');

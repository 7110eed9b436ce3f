-- Before a treasury transaction (channels, tickets, claims) is stored: the worker holds the lease, the ledger's history is not in doubt, and payouts of
-- the ledger are not stopped. On the XRP Ledger the keeper, who holds no client money, is exempt from stops: settlements go on during a stop and need
-- its tickets (decision 119).
create or replace function "lanes_may_be_signed"() returns trigger language plpgsql as $$
declare
  "cause" text;
begin
  perform "lease_is_held"(new."network", new."leaseEpoch");
  if new."network" = 'xrpl' and not exists (select 1 from "platform_account" where "address" = new."source" and "purpose" <> 'keeper') then
    return new;
  end if;
  select "payout_stop"."cause"::text into "cause" from "payout_stop"
    where "network" = new."network" and "endedAt" is null limit 1;
  if found then
    raise exception 'payouts on % are stopped: %', new."network", "cause";
  end if;
  return new;
end $$;

create trigger "treasury_transaction_may_be_signed" before insert on "treasury_transaction"
  for each row execute function "lanes_may_be_signed"();

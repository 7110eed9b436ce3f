-- Before a signed transaction is stored: the worker holds the lease, and the ledger's history is not in doubt (decisions 020, 140). A stop of payouts stops
-- payouts, openings of accounts, and slots and claims of paying accounts; not settlements of ledger-held escrows, nor a sponsor's tickets on the XRP Ledger: it
-- holds no client money and needs them for settlements (decision 119).
create or replace function "may_be_signed"() returns trigger language plpgsql as $$
declare
  "cause" text;
begin
  perform "lease_is_held"(new."network", new."leaseEpoch");
  if new."purpose" in ('wrap', 'finish', 'cancel') or (new."purpose" = 'tickets'
      and not exists (select 1 from "platform_account" where "address" = new."source" and "purpose" <> 'keeper')) then
    return new;
  end if;
  select "payout_stop"."cause"::text into "cause" from "payout_stop"
    where "network" = new."network" and "endedAt" is null limit 1;
  perform "public"."refuse_if"(found, format('payouts on %s are stopped: %s', new."network", "cause"));
  return new;
end $$;

create trigger "transfer_attempt_may_be_signed" before insert on "transfer_attempt"
  for each row execute function "may_be_signed"();

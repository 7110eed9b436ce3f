-- At commit the stated payout wallet is that of the current agreement: the buyer approves the wallet that the ledger pays (decision 087).
create or replace function "agreed_wallet_is_confirmed"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (
    select 1 from "escrow" e join "hold_agreement" a on a."escrowId" = e."id" and a."supersededAt" is null
    where e."id" = new."escrowId" and e."payoutAddress" is not null
      and (e."payoutAddress", e."payoutMemo") is distinct from (a."sellerWallet", a."sellerTag")
  ), format('escrow %s is confirmed with another wallet than is agreed', new."escrowId"));
  return null;
end $$;

create constraint trigger "hold_agreement_wallet_is_confirmed" after insert or update of "supersededAt" on "hold_agreement"
  deferrable initially deferred for each row when (new."supersededAt" is null) execute function "agreed_wallet_is_confirmed"();

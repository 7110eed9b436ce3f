-- The payout wallet and tag of a ledger-held escrow are those of its current agreement (decision 087).
create or replace function "held_wallet_is_agreed"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(not exists (
    select 1 from "hold_agreement" a where a."escrowId" = new."id" and a."supersededAt" is null
      and a."sellerWallet" = new."payoutAddress" and a."sellerTag" is not distinct from new."payoutMemo"
  ), format('escrow %s pays to the wallet that was agreed', new."transactionId"));
  return new;
end $$;

create trigger "escrow_held_wallet_is_agreed" before insert or update of "payoutAddress", "payoutMemo" on "escrow" for each row
  when (new."heldBy" = 'ledger' and new."payoutAddress" is not null) execute function "held_wallet_is_agreed"();

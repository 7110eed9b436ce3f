-- At commit an agreed division is carried out: the dispute is settled (offer) or the documents are approved (reduction), and each share
-- has a payout of exactly its amount. A ledger-held escrow has one way out with both shares instead (docs/decisions/079, 087).
create or replace function "agreed_division_is_paid"() returns trigger language plpgsql as $$
declare
  held boolean := (select "heldBy" = 'ledger' from "escrow" where "id" = new."escrowId");
begin
  if new."kind" = 'offer' and not exists (select 1 from "dispute" where "id" = new."disputeId" and "decision" = 'settled')
      or new."kind" = 'reduction' and not exists (
        select 1 from "escrow" where "id" = new."escrowId" and "documentApprovalStatus" = 'Approved')
      or held and not exists (
        select 1 from "hold_exit" where "divisionId" = new."id" and "state" <> 'dead'
          and "toSeller" = new."sellerAmount" and "toBuyer" = new."buyerAmount")
      or not held and new."sellerAmount" > 0 and not exists (
        select 1 from "payout" where "escrowId" = new."escrowId" and "purpose" = 'release' and "amount" = new."sellerAmount")
      or not held and new."buyerAmount" > 0 and not exists (
        select 1 from "payout" where "escrowId" = new."escrowId" and "purpose" = 'refund' and "amount" = new."buyerAmount") then
    raise exception 'division % was agreed, and is not carried out', new."id";
  end if;
  return null;
end $$;

create constraint trigger "division_is_paid" after update of "answer" on "division"
  deferrable initially deferred for each row when (new."answer" = 'agreed')
  execute function "agreed_division_is_paid"();

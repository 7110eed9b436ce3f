-- Refuses a decision with two shares, and an offer with a share for the buyer, for money on the XRP Ledger (decision 087): it pays all to the seller or, after
-- the deadline, all back to the buyer.
create or replace function "xrp_is_not_divided"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (select 1 from "escrow" where "id" = new."escrowId" and "heldBy" = 'ledger' and "currency" = 'XRP'),
    format('escrow %s is held by the XRP Ledger, and cannot be divided', new."escrowId"));
  return new;
end $$;

create trigger "dispute_of_xrp" before update of "decision" on "dispute" for each row
  when (new."buyerAmount" > 0 and new."sellerAmount" > 0) execute function "xrp_is_not_divided"();

create trigger "division_of_xrp" before insert on "division" for each row
  when (new."buyerAmount" > 0) execute function "xrp_is_not_divided"();

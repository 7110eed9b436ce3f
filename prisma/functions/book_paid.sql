-- Books a confirmed payout: its amount leaves the account that holds it and ends the claim that it pays, and its network fee is our cost.
-- A commission leaves our own money, and its amount in US dollars is owed to the reseller until then (docs/decisions/062).
create or replace function "book_paid"("p" "payout") returns void language plpgsql as $$
declare
  place text := "place_of_payout"("p");
  claim text := case when ("p")."resellerPayoutId" is not null then 'commission_paid'
    else coalesce("claim_of_case"(("p")."caseId"), 'escrow:' || ("p")."escrowId") end;
  payer text := coalesce(
    (select "source" from "transfer_attempt" where "payoutId" = ("p")."id" and "state" = 'settled'),
    (select "facts"->>'feeAccount' from "outgoing_transaction"
      where "payoutId" = ("p")."id" and "explanation" = 'paid_elsewhere' and "network" = ("p")."network"),
    place);
  r "reseller_payout"%rowtype;
begin
  perform "book"('payout', ("p")."id"::text, ("p")."settledHash", coalesce(("p")."settledAt", now()), ("p")."network",
    ("p")."asset"::text, place, claim, 'ledger:' || ("p")."network" || ':' || place, ("p")."amount");
  perform "book_network_fee"(("p")."settledHash", coalesce(("p")."settledAt", now()), ("p")."network", payer, ("p")."feePaid");
  if ("p")."resellerPayoutId" is not null then
    select * into strict r from "reseller_payout" where "id" = ("p")."resellerPayoutId";
    perform "book"('commission_settled', r."id"::text, ("p")."settledHash", coalesce(("p")."settledAt", now()), null, 'USD', null,
      'commission:' || r."resellerId", 'commission_paid', r."amountUsd");
  end if;
end $$;

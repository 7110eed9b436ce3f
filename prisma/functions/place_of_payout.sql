-- The account of Quayside with the money of a payout: that of its case, its commission payout or its escrow.
create or replace function "place_of_payout"("p" "transfer") returns text stable language sql as $$
  select case
    when ("p")."caseId" is not null then "place_of_case"(("p")."caseId")
    when ("p")."resellerPayoutId" is not null then (select "account" from "reseller_payout" where "id" = ("p")."resellerPayoutId")
    else (select "account" from "escrow" where "id" = ("p")."escrowId")
  end $$;

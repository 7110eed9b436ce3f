-- Payouts of which it has to be said anew what they wait for: a round looks at no others.
create index "payout_waiting_idx" on "payout" ("network", "waitsFor") where "state" = 'queued';

-- As before; the fee of a payout that was paid elsewhere is charged to the account of ours that the ledger took it from.
create or replace function "book_paid"("p" "payout") returns void language plpgsql as $$
declare
  place text := (select "account" from "escrow" where "id" = ("p")."escrowId");
  payer text := coalesce(
    (select "source" from "payout_attempt" where "payoutId" = ("p")."id" and "state" = 'settled'),
    (select "facts"->>'feeAccount' from "outgoing_transaction"
      where "payoutId" = ("p")."id" and "explanation" = 'paid_elsewhere' and "network" = ("p")."network"),
    place);
begin
  perform "book"('payout', ("p")."id"::text, ("p")."settledHash", coalesce(("p")."settledAt", now()), ("p")."network",
    ("p")."asset"::text, place, 'escrow:' || ("p")."escrowId", 'ledger:' || ("p")."network" || ':' || place, ("p")."amount");
  perform "book_network_fee"(("p")."settledHash", coalesce(("p")."settledAt", now()), ("p")."network", payer, ("p")."feePaid");
end $$;

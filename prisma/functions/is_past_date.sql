-- Has the date come at which a ledger gives back what it holds? The ledgers decide: on Stellar it is the buyer's with that second, on the XRP Ledger after it
-- (docs/decisions/087). False for what Quayside keeps.
create or replace function "is_past_date"("e" "escrow", "at" timestamptz) returns boolean language sql stable as $$
  select exists (
    select 1 from "hold" where "escrowId" = ("e")."id" and ("at" > "deadline" or (("e")."currency" <> 'XRP' and "at" = "deadline"))
  )
$$;

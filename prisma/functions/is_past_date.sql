-- Whether a ledger gives back its deposit: on Stellar from the deadline's second on, on the XRP Ledger after it (decision 087). False for what Quayside holds.
create or replace function "is_past_date"("e" "escrow", "at" timestamptz) returns boolean language sql stable as $$
  select exists (
    select 1 from "hold" where "escrowId" = ("e")."id" and ("at" > "deadline" or (("e")."currency" <> 'XRP' and "at" = "deadline"))
  )
$$;

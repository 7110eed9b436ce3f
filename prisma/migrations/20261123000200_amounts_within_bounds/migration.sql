-- No more than an asset can hold: Stellar counts in 64 bits (stroops), the XRP Ledger has 10^17 drops in all. US dollars stay
-- below a trillion. `not valid`: rows of before are left as they are, new ones are held to it.

create function "most_of_asset"("asset" "Asset") returns numeric language sql immutable as $$
  select case "asset" when 'XRP' then 100000000000 else 922337203685.4775807 end
$$;

alter table "escrow" add constraint "escrow_amount_within_asset"
  check ("amount" <= "most_of_asset"("currency")) not valid;
alter table "fee_quote" add constraint "fee_quote_amount_within_bounds"
  check ("amountUsd" < 1000000000000 and "amountDue" <= "most_of_asset"("asset")) not valid;

-- A ledger's largest amount (decision 135), in units of the asset: 10^17 drops of XRP, 2^63-1 stroops on Stellar. For checks of escrow and fee_quote.
create or replace function "most_of_asset"("asset" "Asset") returns numeric language sql immutable as $$
  select case "asset" when 'XRP' then 100000000000 else 922337203685.4775807 end
$$;

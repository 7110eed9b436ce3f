create or replace function "most_of_asset"("asset" "Asset") returns numeric language sql immutable as $$
  select case "asset" when 'XRP' then 100000000000 else 922337203685.4775807 end
$$;

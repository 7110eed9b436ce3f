-- A paid payout leaves its escrow; the network's fee is ours.
create or replace function "native_of"("of_network" "Network") returns text immutable language sql as
  $$ select case "of_network" when 'xrpl' then 'XRP' else 'XLM' end $$;

-- The native asset of a ledger, in which it charges fees: XRP on the XRP Ledger, XLM on Stellar.
create or replace function "native_of"("of_network" "Network") returns text immutable language sql as
  $$ select case "of_network" when 'xrpl' then 'XRP' else 'XLM' end $$;

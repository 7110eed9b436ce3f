-- Decimal places of an asset: 6 for XRP (drops), 2 for USD (cents), 7 for what is on Stellar (stroops). The books count whole numbers of these units.
create or replace function "places_of"("of_asset" text) returns integer immutable language sql as
  $$ select case "of_asset" when 'XRP' then 6 when 'USD' then 2 else 7 end $$;

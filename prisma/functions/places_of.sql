-- Amounts have the places of their ledger, so that each is a whole number of units.
create or replace function "places_of"("of_asset" text) returns integer immutable language sql as
  $$ select case "of_asset" when 'XRP' then 6 when 'USD' then 2 else 7 end $$;

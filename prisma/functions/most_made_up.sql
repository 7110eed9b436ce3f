-- The most that Quayside adds to a deposit that is short, in units of the asset: one stroop (0.0000001) on Stellar, nothing for XRP.
-- keep_escrow_terms enforces the same figure.
create or replace function "most_made_up"("of_asset" text) returns numeric immutable language sql as
  $$ select case "places_of"("of_asset") when 7 then 0.0000001 else 0 end $$;

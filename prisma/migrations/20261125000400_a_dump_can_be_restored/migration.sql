-- A backup must come back. pg_restore fills tables with an empty search_path, and the checks of amounts call this function,
-- which named another one without its schema: no escrow, payout, quote or payment could be restored. A body of this form
-- is bound to that function when it is made, by no name at all. No table is touched.
create or replace function "has_places"("of_amount" numeric, "of_asset" text) returns boolean
  language sql immutable
  return "of_amount" = trunc("of_amount", "places_of"("of_asset"));

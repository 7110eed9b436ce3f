-- Whether an amount fits its asset's decimal places. Checks call it in a restore with an empty search_path: "return ..." binds places_of at creation.
create or replace function "has_places"("of_amount" numeric, "of_asset" text) returns boolean
  language sql immutable
  return "of_amount" = trunc("of_amount", "places_of"("of_asset"));

-- Whether an amount has no more decimal places than its asset. Checks call it while a dump is restored with an empty search_path; so its
-- body has the form "return ...", which is bound to places_of when it is made, not found by name.
create or replace function "has_places"("of_amount" numeric, "of_asset" text) returns boolean
  language sql immutable
  return "of_amount" = trunc("of_amount", "places_of"("of_asset"));

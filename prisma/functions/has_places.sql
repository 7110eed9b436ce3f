-- Does an amount have no more decimal places than its asset? The checks of amounts call this while a dump is restored with an empty
-- search_path, so its body is bound to the function it calls when it is made, by no name.
create or replace function "has_places"("of_amount" numeric, "of_asset" text) returns boolean
  language sql immutable
  return "of_amount" = trunc("of_amount", "places_of"("of_asset"));

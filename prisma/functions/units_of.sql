-- An amount in smallest units of its asset (stroops, drops, cents). Refuses an amount that is not a whole number of them.
create or replace function "units_of"("of_amount" numeric, "of_asset" text) returns numeric immutable language plpgsql as $$
begin
  perform "public"."refuse_if"(not "has_places"("of_amount", "of_asset"),
    format('%s is no whole number of the smallest units of %s', "of_amount", "of_asset"));
  return trunc("of_amount" * 10::numeric ^ "places_of"("of_asset"), 0);
end $$;

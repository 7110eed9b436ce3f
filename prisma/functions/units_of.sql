-- An amount of an asset as a number of its smallest units (stroops, drops, cents). Refuses an amount that is no whole number of them.
create or replace function "units_of"("of_amount" numeric, "of_asset" text) returns numeric immutable language plpgsql as $$
begin
  if not "has_places"("of_amount", "of_asset") then
    raise exception '% is no whole number of the smallest units of %', "of_amount", "of_asset";
  end if;
  return trunc("of_amount" * 10::numeric ^ "places_of"("of_asset"), 0);
end $$;

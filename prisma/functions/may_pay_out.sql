-- Can a payment of "paid" have paid out what came in (decision 098)? At most one smallest unit more, since a deposit that is one unit short is completed by
-- Quayside, and at most dust_of less, since so small an excess is not returned. Both amounts in units of the asset.
create or replace function "may_pay_out"("paid" numeric, "came" numeric, "of_asset" text) returns boolean immutable language sql as $$
  select "paid" > 0 and "paid" >= "came" - "dust_of"("of_asset") and "paid" <= "came" + 1 / 10::numeric ^ "places_of"("of_asset") $$;

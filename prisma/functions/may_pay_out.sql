-- Whether a payment of "paid" can have paid out what came in (decision 098), in units of the asset: at most one smallest unit more, because Quayside completes
-- a deposit that is one unit short, and at most dust_of less, because so small an excess is not returned.
create or replace function "may_pay_out"("paid" numeric, "came" numeric, "of_asset" text) returns boolean immutable language sql as $$
  select "paid" > 0 and "paid" >= "came" - "dust_of"("of_asset") and "paid" <= "came" + 1 / 10::numeric ^ "places_of"("of_asset") $$;

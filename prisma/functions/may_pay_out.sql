-- May so much have been paid out of what came? One smallest unit more at most (a deposit that is a stroop short counts), and dust less.
create or replace function "may_pay_out"("paid" numeric, "came" numeric, "of_asset" text) returns boolean immutable language sql as $$
  select "paid" > 0 and "paid" >= "came" - "dust_of"("of_asset") and "paid" <= "came" + 1 / 10::numeric ^ "places_of"("of_asset") $$;

-- What the books owe on an account, in units of the asset.
create or replace function "claim_amount"("of_account" text, "of_asset" text) returns numeric stable language sql as $$
  select coalesce(-sum("units"), 0) / 10::numeric ^ "places_of"("of_asset") from "book_posting"
  where "account" = "of_account" and "asset" = "of_asset"::"BookAsset" $$;

-- Saves a used wallet or renews its savedAt; keeps each person's 50 newest. Without asset or address nothing. Escrows and payouts pay by their own copies.
create or replace function "keep_wallet"("of_person" uuid, "of_use" text, "of_asset" "Asset", "of_address" text, "of_memo" text, "of_seller" text)
returns void language plpgsql as $$
begin
  if of_asset is null or of_address is null then return; end if;
  insert into "saved_wallet" ("userId", "use", "asset", "address", "memo", "sellerEmail")
    values (of_person, of_use, of_asset, of_address, nullif(of_memo, ''), of_seller)
    on conflict ("userId", "use", "asset", "address", (coalesce("memo", '')), (coalesce("sellerEmail", '')))
    do update set "savedAt" = now();
  -- More than anybody saves by hand; the limit bounds the list of a program that opens escrows without end.
  delete from "saved_wallet" where "id" in (
    select w."id" from "saved_wallet" w where w."userId" = of_person
    order by w."savedAt" desc, w."id" desc offset 50);
end $$;

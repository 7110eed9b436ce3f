-- Books a fact once, as a double entry: "gets" receives what "gives" parts with. "of_amount" is in units of the asset, posted in smallest units. "place": the
-- ledger account with the money; null for dollars. False: this fact of this kind is already booked; nothing changes.
create or replace function "book"("of_kind" text, "of_fact" text, "of_hash" text, "happened" timestamptz, "on_network" "Network",
    "of_asset" text, "place" text, "gets" text, "gives" text, "of_amount" numeric) returns boolean language plpgsql as $$
declare
  entry bigint;
  units numeric := "units_of"("of_amount", "of_asset");
begin
  insert into "book_entry" ("kind", "fact", "hash", "at") values ("of_kind", "of_fact", "of_hash", "happened")
    on conflict ("kind", "fact") do nothing returning "id" into entry;
  if entry is null then
    return false;
  end if;
  if units <> 0 then
    insert into "book_posting" ("entryId", "side", "account", "network", "asset", "heldAt", "units") values
      (entry, 'gets', "gets", "on_network", "of_asset"::"BookAsset", "place", units),
      (entry, 'gives', "gives", "on_network", "of_asset"::"BookAsset", "place", -units);
  end if;
  return true;
end $$;

-- Books a network fee as our cost, in the ledger's native asset; "payer" is the account of ours that the ledger took it from. Nothing is
-- booked where the fee is zero or unknown.
create or replace function "book_network_fee"("of_hash" text, "happened" timestamptz, "on_network" "Network", "payer" text, "fee" numeric)
    returns void language sql as $$
  select "book"('network_fee', "of_hash", "of_hash", "happened", "on_network", "native_of"("on_network"), "payer",
    'network_fees', 'ledger:' || "on_network" || ':' || "payer", "fee")
  where "fee" > 0 $$;

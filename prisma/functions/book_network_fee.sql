-- Books a network fee as our cost, in the native asset; "payer": our account that the ledger charged. A zero or unknown fee is not booked.
create or replace function "book_network_fee"("of_hash" text, "happened" timestamptz, "on_network" "Network", "payer" text, "fee" numeric)
    returns void language sql as $$
  select "book"('network_fee', "of_hash", "of_hash", "happened", "on_network", "native_of"("on_network"), "payer",
    'network_fees', 'ledger:' || "on_network" || ':' || "payer", "fee")
  where "fee" > 0 $$;

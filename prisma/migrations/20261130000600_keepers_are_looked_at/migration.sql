-- What lies on the accounts that keep what the ledgers hold: they stand in no books, and without fees and reserves nothing is prepared or
-- released. One row for each account, read anew every ten minutes.
set local lock_timeout = '3s';

create table "keeper_standing" (
  "network" "Network" not null,
  "account" text not null,
  -- In the ledger's own asset, above its reserve; null: the ledger has no such account.
  "spendable" numeric(30, 7),
  "readAt" timestamptz(3) not null,
  primary key ("network", "account")
);

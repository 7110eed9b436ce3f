-- What our accounts hold on their ledger, beside what the books say they hold. Units as in the books.
create table "reconciliation" (
  "id" uuid not null,
  "at" timestamptz(3) not null,
  "network" "Network" not null,
  "account" text not null,
  -- client: our clients' money. fee: the fees we have earned. own: operating money elsewhere.
  "role" text not null,
  "asset" "Asset" not null,
  "onLedger" numeric(38, 0) not null,
  "booked" numeric(38, 0) not null,
  -- On the ledger already, and booked as soon as the worker has read its outcome.
  "underWay" numeric(38, 0) not null,
  "difference" numeric(38, 0) not null,
  -- Of what is booked: what belongs to clients (escrows, and money that is owed back), and our own operating money.
  "owed" numeric(38, 0) not null,
  "float" numeric(38, 0) not null,
  -- Transactions that explain the difference: on the ledger and not in the books, and the other way round.
  "findings" jsonb not null default '[]',
  constraint "reconciliation_pkey" primary key ("id"),
  constraint "reconciliation_role_known" check ("role" in ('client', 'fee', 'own')),
  constraint "reconciliation_adds_up" check ("difference" = "onLedger" - "booked" - "underWay"),
  constraint "reconciliation_findings_are_a_list" check (jsonb_typeof("findings") = 'array')
);
create index "reconciliation_of_account_idx" on "reconciliation" ("network", "account", "asset", "at");
create trigger "reconciliation_keep" before update or delete on "reconciliation" for each row execute function "keep_books"();

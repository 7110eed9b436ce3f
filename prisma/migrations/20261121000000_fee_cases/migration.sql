-- Every price that a quote was locked at, and every payment that a person must look at.

-- A refreshed quote keeps its reference, so money sent at an earlier price is judged by the lock it was sent under.
create table "fee_quote_lock" (
  "id" uuid not null,
  "feeQuoteId" uuid not null,
  "amountDue" numeric(30, 7) not null,
  "priceUsd" numeric(20, 10) not null,
  "priceSource" text not null,
  "priceAt" timestamptz(3) not null,
  "lockedAt" timestamptz(3) not null,
  "expiresAt" timestamptz(3) not null,
  constraint "fee_quote_lock_pkey" primary key ("id")
);
create unique index "fee_quote_lock_feeQuoteId_lockedAt_key" on "fee_quote_lock" ("feeQuoteId", "lockedAt");
alter table "fee_quote_lock" add constraint "fee_quote_lock_feeQuoteId_fkey" foreign key ("feeQuoteId") references "fee_quote" ("id") on delete restrict on update cascade;
alter table "fee_quote_lock" add constraint "fee_quote_lock_positive" check ("amountDue" > 0 and "priceUsd" > 0);
alter table "fee_quote_lock" add constraint "fee_quote_lock_has_time" check ("expiresAt" > "lockedAt");

insert into "fee_quote_lock" ("id", "feeQuoteId", "amountDue", "priceUsd", "priceSource", "priceAt", "lockedAt", "expiresAt")
select gen_random_uuid(), "id", "amountDue", "priceUsd", "priceSource", "priceAt", "lockedAt", "expiresAt" from "fee_quote";

-- One case for each quote whose money does not fit, and one for each payment that does not count.
create table "payment_case" (
  "id" uuid not null,
  "kind" text not null,
  "feeQuoteId" uuid,
  "ledgerPaymentId" uuid,
  "amount" numeric not null,
  "assetLabel" text not null,
  "openedAt" timestamptz(3) not null default current_timestamp,
  "closedAt" timestamptz(3),
  "closedById" uuid,
  "outcome" text,
  constraint "payment_case_pkey" primary key ("id")
);
create unique index "payment_case_feeQuoteId_key" on "payment_case" ("feeQuoteId");
create unique index "payment_case_ledgerPaymentId_key" on "payment_case" ("ledgerPaymentId");
-- The operator's list: what is open, oldest first.
create index "payment_case_open" on "payment_case" ("openedAt", "id") where "closedAt" is null;
alter table "payment_case" add constraint "payment_case_feeQuoteId_fkey" foreign key ("feeQuoteId") references "fee_quote" ("id") on delete restrict on update cascade;
alter table "payment_case" add constraint "payment_case_ledgerPaymentId_fkey" foreign key ("ledgerPaymentId") references "ledger_payment" ("id") on delete restrict on update cascade;
alter table "payment_case" add constraint "payment_case_closedById_fkey" foreign key ("closedById") references "user" ("id") on delete restrict on update cascade;
alter table "payment_case" add constraint "payment_case_one_subject" check (num_nonnulls("feeQuoteId", "ledgerPaymentId") = 1);
alter table "payment_case" add constraint "payment_case_kind_fits" check (
  case when "feeQuoteId" is not null then "kind" in ('fee_short', 'fee_late', 'fee_over')
  else "kind" in ('no_memo', 'unknown_memo', 'wrong_asset', 'wrong_account', 'already_paid', 'hash_used', 'needs_review') end
);
alter table "payment_case" add constraint "payment_case_positive" check ("amount" > 0);
alter table "payment_case" add constraint "payment_case_closed_has_outcome" check (("closedAt" is null) = ("outcome" is null));

insert into "payment_case" ("id", "kind", "ledgerPaymentId", "amount", "assetLabel", "openedAt")
select gen_random_uuid(), "problem", "id", "amount", "assetLabel", "seenAt" from "ledger_payment" where "problem" is not null;

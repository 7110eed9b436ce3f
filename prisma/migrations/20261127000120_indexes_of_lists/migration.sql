-- In steps: what the operator's lists are read by, newest first from any place on, and what their search box finds.

create index concurrently if not exists "escrow_list" on "escrow" ("createdAt", "id");
create index concurrently if not exists "escrow_list_of_asset" on "escrow" ("currency", "createdAt", "id");
create index concurrently if not exists "escrow_list_unfunded" on "escrow" ("createdAt", "id")
  where "verifiedAt" is null and "cancelledAt" is null;
create index concurrently if not exists "escrow_list_funded" on "escrow" ("createdAt", "id")
  where "verifiedAt" is not null and "releasedAt" is null;
create index concurrently if not exists "escrow_list_cancelled" on "escrow" ("createdAt", "id") where "cancelledAt" is not null;
create index concurrently if not exists "escrow_list_of_named" on "escrow" ("sellerEmail", "createdAt", "id") where "sellerEmail" is not null;

create index concurrently if not exists "ledger_payment_list" on "ledger_payment" ("closedAt", "id");
create index concurrently if not exists "ledger_payment_list_of_asset" on "ledger_payment" ("asset", "closedAt", "id");
create index concurrently if not exists "ledger_payment_list_problem" on "ledger_payment" ("closedAt", "id") where "problem" is not null;
create index concurrently if not exists "ledger_payment_list_float" on "ledger_payment" ("closedAt", "id") where "toFloat";
create index concurrently if not exists "ledger_payment_list_of_payer" on "ledger_payment" ("fromAddress", "closedAt", "id");

-- A fee payment is known by two texts together; lists name a row by one id.
create index concurrently if not exists "fee_payment_list" on "fee_payment"
  ("createdAt", (md5("paymentHash" || ' ' || "payToMemoOrTag")::uuid));
create index concurrently if not exists "fee_payment_list_of_asset" on "fee_payment"
  ("payWith", "createdAt", (md5("paymentHash" || ' ' || "payToMemoOrTag")::uuid));
create index concurrently if not exists "fee_payment_list_of_payer" on "fee_payment" ("payerWalletAddress", "createdAt");
create index concurrently if not exists "fee_payment_list_of_memo" on "fee_payment" ("payToMemoOrTag");

create index concurrently if not exists "failed_payment_list" on "failed_payment" ("timestamp", "id");
create index concurrently if not exists "failed_payment_list_of_asset" on "failed_payment" ("currency", "timestamp", "id");

create index concurrently if not exists "payout_list" on "payout" ("createdAt", "id");
create index concurrently if not exists "payout_list_of_asset" on "payout" ("asset", "createdAt", "id");
create index concurrently if not exists "payout_list_of_payee" on "payout" ("address", "createdAt", "id");

create index concurrently if not exists "user_list" on "user" ("createdAt", "id");
create index concurrently if not exists "user_list_locked" on "user" ("createdAt", "id") where "lockedAt" is not null;
create index concurrently if not exists "user_email_prefix" on "user" ("email" text_pattern_ops);

create index concurrently if not exists "outbox_letter_list" on "outbox_letter" ("createdAt", "id");
create index concurrently if not exists "outbox_letter_list_open" on "outbox_letter" ("createdAt", "id") where "sentAt" is null;
create index concurrently if not exists "outbox_letter_list_of_reader" on "outbox_letter" ("recipient", "createdAt", "id");

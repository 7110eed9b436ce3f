-- In steps: each index is built beside the traffic (decision 050). Every statement may be run again.

-- Who has shown a hash as the payment of a fee: asked for on every page of cases.
create index concurrently if not exists "failed_payment_txid_idx" on "failed_payment" ("txid");

-- What is over, newest first, from any place on.
create index concurrently if not exists "payment_case_closed" on "payment_case" ("closedAt", "id") where "closedAt" is not null;
create index concurrently if not exists "dispute_decided" on "dispute" ("decidedAt", "id") where "decision" is not null;
create index concurrently if not exists "outgoing_transaction_told" on "outgoing_transaction" ("explainedAt", "id")
  where "explanation" in ('paid_elsewhere', 'foreign');
create index concurrently if not exists "outgoing_transaction_untold" on "outgoing_transaction" ("closedAt", "id")
  where "explanation" is null;
drop index concurrently if exists "outgoing_transaction_explainedAt_idx";

-- Escrows of a person that may wait for somebody, without those that are over and owe nothing back.
create index concurrently if not exists "escrow_open_of_buyer" on "escrow" ("buyerId", "createdAt", "id")
  where ("releasedAt" is null or "receivedAmount" > "amount") and ("cancelledAt" is null or "receivedAmount" > 0);
create index concurrently if not exists "escrow_open_of_seller" on "escrow" ("sellerId", "createdAt", "id")
  where ("releasedAt" is null or "receivedAmount" > "amount") and ("cancelledAt" is null or "receivedAmount" > 0);

-- A person's escrows in their order, with what was paid for them and out of them, read from indexes alone.
create index concurrently if not exists "escrow_of_buyer" on "escrow" ("buyerId", "createdAt", "id");
create index concurrently if not exists "escrow_of_seller" on "escrow" ("sellerId", "createdAt", "id");
drop index concurrently if exists "escrow_buyerId_createdAt_idx";
drop index concurrently if exists "escrow_sellerId_createdAt_idx";
create index concurrently if not exists "ledger_payment_of_escrow" on "ledger_payment" ("escrowId") include ("closedAt", "id");
drop index concurrently if exists "ledger_payment_escrowId_idx";
create index concurrently if not exists "payout_of_escrow" on "payout" ("escrowId") include ("state", "settledAt", "id");
drop index concurrently if exists "payout_escrowId_idx";

-- Sessions that nobody uses any more are found without reading those that are in use.
create index concurrently if not exists "session_lastSeenAt_idx" on "session" ("lastSeenAt");
-- Forms that were sent are old for ever: only those with a place are looked for.
create index concurrently if not exists "submit_form_open_idx" on "submit_form" ("issuedAt") where "slot" is not null;
drop index concurrently if exists "submit_form_issuedAt_idx";

-- A handful among all accounts, and whether one was ever disabled.
create index concurrently if not exists "user_operator_idx" on "user" ("createdAt") where "role" = 'admin';
create index concurrently if not exists "audit_event_operator_disabled" on "audit_event" ("userId") where "kind" = 'operator_disabled';

-- The newest accounts of the pilot that opened their escrow, whose wallets are compared. Nothing asks for payments by the time they were seen.
create index concurrently if not exists "user_pilot_idx" on "user" ("createdAt") where "plan" = 'pilot' and "trialCredits" = 0;
drop index concurrently if exists "ledger_payment_seenAt_idx";

-- The sums of the books and the count of settled escrows are read from indexes alone.
create index concurrently if not exists "book_posting_at_place_idx" on "book_posting" ("heldAt", "asset", "network", "account") include ("units");
drop index concurrently if exists "book_posting_place_idx";
create index concurrently if not exists "payout_settlement_idx" on "payout" ("asset", "escrowId") include ("state")
  where "purpose" in ('release', 'refund');

-- Payouts that are not final, the oldest first: what the operator is told of.
create index concurrently if not exists "payout_unsettled_idx" on "payout" ("createdAt", "id") where "state" <> 'confirmed';
drop index concurrently if exists "payout_open_idx";

-- Rows that go with the row that they belong to.
create index concurrently if not exists "form_token_userId_idx" on "form_token" ("userId");
create index concurrently if not exists "form_token_escrowId_idx" on "form_token" ("escrowId");
create index concurrently if not exists "captcha_stamp_userId_idx" on "captcha_stamp" ("userId") where "userId" is not null;

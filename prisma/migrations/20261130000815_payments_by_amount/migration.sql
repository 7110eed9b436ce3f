-- In steps: a page shows the largest payments of an escrow or a quote, however many small ones came beside them.

create index concurrently if not exists "ledger_payment_largest_of_escrow" on "ledger_payment" ("escrowId", "amount", "id")
  where "escrowId" is not null;
create index concurrently if not exists "ledger_payment_largest_of_quote" on "ledger_payment" ("feeQuoteId", "amount", "id")
  where "feeQuoteId" is not null;
create index concurrently if not exists "ledger_payment_of_quote" on "ledger_payment" ("feeQuoteId", "closedAt", "id");
drop index concurrently if exists "ledger_payment_feeQuoteId_idx";

-- In steps: a page shows the largest payments of an escrow or a quote, however many small ones came beside them; and next to nothing
-- of one kind has one open case.

create unique index concurrently if not exists "payment_case_gathers" on "payment_case" ("gatherKey") where "closedAt" is null;
create index concurrently if not exists "ledger_payment_largest_of_escrow" on "ledger_payment" ("escrowId", "amount", "id")
  where "escrowId" is not null;
create index concurrently if not exists "ledger_payment_largest_of_quote" on "ledger_payment" ("feeQuoteId", "amount", "id")
  where "feeQuoteId" is not null;
create index concurrently if not exists "ledger_payment_of_quote" on "ledger_payment" ("feeQuoteId", "closedAt", "id");
drop index concurrently if exists "ledger_payment_feeQuoteId_idx";

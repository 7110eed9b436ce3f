-- Since when it may have been given back, by the ledger's clock.
create or replace function "case_since"("of_case" uuid) returns timestamptz stable language sql as $$
  select coalesce(p."closedAt", q."createdAt") from "payment_case" c
    left join "ledger_payment" p on p."id" = c."ledgerPaymentId" left join "fee_quote" q on q."id" = c."feeQuoteId"
    where c."id" = "of_case" $$;

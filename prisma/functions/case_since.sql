-- When the money of a case came in: the close time of its payment's ledger, else the creation of its fee quote. It can be given back only after that.
create or replace function "case_since"("of_case" uuid) returns timestamptz stable language sql as $$
  select coalesce(p."closedAt", q."createdAt") from "payment_case" c
    left join "ledger_payment" p on p."id" = c."ledgerPaymentId" left join "fee_quote" q on q."id" = c."feeQuoteId"
    where c."id" = "of_case" $$;

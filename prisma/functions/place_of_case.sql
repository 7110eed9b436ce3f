-- The account of Quayside with the money of a case: the one that was paid, or that of the fee quote (decision 111).
create or replace function "place_of_case"("of_case" uuid) returns text stable language sql as $$
  select coalesce(p."toAddress", q."account") from "payment_case" c
    left join "ledger_payment" p on p."id" = c."ledgerPaymentId" left join "fee_quote" q on q."id" = c."feeQuoteId"
    where c."id" = "of_case" $$;

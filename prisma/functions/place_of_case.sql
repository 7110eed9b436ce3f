-- Where a case's money lies, and whose claim it is in the books.
create or replace function "place_of_case"("of_case" uuid) returns text stable language sql as $$
  select coalesce(p."toAddress", q."account") from "payment_case" c
    left join "ledger_payment" p on p."id" = c."ledgerPaymentId" left join "fee_quote" q on q."id" = c."feeQuoteId"
    where c."id" = "of_case" $$;

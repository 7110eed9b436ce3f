-- The person for whose fee the money of a case came, by its fee quote or its payment's reference (decision 111). Null: it came for no fee.
create or replace function "payer_of_case"("of_case" uuid) returns uuid stable language sql as $$
  select q."userId" from "payment_case" c left join "ledger_payment" l on l."id" = c."ledgerPaymentId"
    join "fee_quote" q on q."id" = coalesce(c."feeQuoteId", l."feeQuoteId")
    where c."id" = "of_case" $$;

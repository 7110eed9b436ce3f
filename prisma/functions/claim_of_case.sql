create or replace function "claim_of_case"("of_case" uuid) returns text stable language sql as $$
  select coalesce('owed:payment:' || "ledgerPaymentId", 'owed:quote:' || "feeQuoteId") from "payment_case" where "id" = "of_case" $$;

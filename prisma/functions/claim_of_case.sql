-- The account in the books on which the money of a case is owed.
create or replace function "claim_of_case"("of_case" uuid) returns text stable language sql as $$
  select coalesce('owed:payment:' || "ledgerPaymentId", 'owed:quote:' || "feeQuoteId") from "payment_case" where "id" = "of_case" $$;

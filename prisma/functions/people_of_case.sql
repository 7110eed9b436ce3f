-- Whose money the payment of a case is, also after it was assigned (decision 099): the payer of the fee, or both sides of the escrow.
create or replace function "people_of_case"("caseId" uuid) returns table ("personId" uuid) language sql stable as $$
  select q."userId" from "payment_case" c join "fee_quote" q on q."id" = c."feeQuoteId" where c."id" = $1
  union select q."userId" from "payment_case" c join "ledger_payment" l on l."id" = c."ledgerPaymentId"
    join "fee_quote" q on q."id" = l."feeQuoteId" where c."id" = $1
  union select unnest(array[e."buyerId", e."sellerId"]) from "payment_case" c join "ledger_payment" l on l."id" = c."ledgerPaymentId"
    join "escrow" e on e."id" = l."escrowId" where c."id" = $1
$$;

-- The money of a case: where it lies and since when. The memo only where it was nobody's: parts of one lost deposit share it. By itself, and
-- not as a part of the questions below, so that each row is found by its key.
create or replace function "case_money"("of_case" uuid)
    returns table ("caseId" uuid, "account" text, "asset" text, "since" timestamptz, "amount" numeric, "memo" text)
    stable rows 1 language plpgsql as $$
begin
  return query
    select c."id", coalesce(l."toAddress", q."account"), coalesce(l."asset", q."asset")::text, coalesce(l."closedAt", q."createdAt")::timestamptz,
      c."amount"::numeric, case when l."feeQuoteId" is null and l."escrowId" is null then l."memo" end
    from "payment_case" c left join "ledger_payment" l on l."id" = c."ledgerPaymentId" left join "fee_quote" q on q."id" = c."feeQuoteId"
    where c."id" = "of_case";
end $$;

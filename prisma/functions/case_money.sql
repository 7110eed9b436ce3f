-- The money of a case: its account, asset, arrival time, amount in units of the asset. Memo null: the payment named an escrow or a fee; parts of one lost
-- deposit share a memo. In plpgsql, so that it is not inlined and each row is found by its key (decision 098).
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

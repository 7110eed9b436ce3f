-- All that came with a memo that was nobody's, whatever became of it; but for what we have paid back.
create or replace function "money_with_memo"("of_memo" text, "to_account" text, "in_asset" text)
    returns table ("since" timestamptz, "amount" numeric) stable rows 5 language plpgsql as $$
begin
  return query
    select l."closedAt"::timestamptz, c."amount"::numeric
    from "ledger_payment" l join "payment_case" c on c."ledgerPaymentId" = l."id"
    where l."memo" = "of_memo" and l."feeQuoteId" is null and l."escrowId" is null
      and l."toAddress" = "to_account" and l."asset"::text = "in_asset"
      and not exists (select 1 from "payout" p where p."caseId" = c."id" and p."state" = 'confirmed');
end $$;

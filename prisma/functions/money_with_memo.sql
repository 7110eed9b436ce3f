-- Payments in this asset to this account with this memo that belong to no escrow or fee quote, with ledger time and amount, whether or not their case is
-- closed (decision 098). Without those of which the payback is confirmed.
create or replace function "money_with_memo"("of_memo" text, "to_account" text, "in_asset" text)
    returns table ("since" timestamptz, "amount" numeric) stable rows 5 language plpgsql as $$
begin
  return query
    select l."closedAt"::timestamptz, c."amount"::numeric
    from "ledger_payment" l join "payment_case" c on c."ledgerPaymentId" = l."id"
    where l."memo" = "of_memo" and l."feeQuoteId" is null and l."escrowId" is null
      and l."toAddress" = "to_account" and l."asset"::text = "in_asset"
      and not exists (select 1 from "transfer" p where p."caseId" = c."id" and p."state" = 'confirmed');
end $$;

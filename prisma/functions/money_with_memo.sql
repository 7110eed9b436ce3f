-- Payments in this asset to this account with this memo, of no escrow or quote, with open or closed case, unless a payback is confirmed (decision 098).
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

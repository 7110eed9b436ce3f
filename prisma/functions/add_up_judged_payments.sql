-- Adds to receivedAmount of escrows, fee quotes and quote windows what an update lets count, in units of the asset. Nothing is ever subtracted
-- (keep_ledger_payment). Rows are written even for zero: pages use their version (decision 096).
create or replace function "add_up_judged_payments"() returns trigger language plpgsql as $$
begin
  update "escrow" e set "receivedAmount" = e."receivedAmount" + p."amount"
    from (select "id", sum("amount") as "amount" from (
        select a."escrowId" as "id", case when a."problem" is null
          and (b."problem", b."escrowId") is distinct from (a."problem", a."escrowId") then a."amount" else 0 end as "amount"
          from "judged" a join "known" b on b."id" = a."id"
        union all select "escrowId", 0 from "known") changed
      where "id" is not null group by "id") p
    where e."id" = p."id";
  with "counted" as (
    select a.* from "judged" a join "known" b on b."id" = a."id"
      where a."problem" is null and a."feeQuoteId" is not null
        and (b."problem", b."feeQuoteId") is distinct from (a."problem", a."feeQuoteId")),
  "of_lock" as (
    update "fee_quote_lock" l set "receivedAmount" = l."receivedAmount" + p."amount"
      from (select l."id", sum(c."amount") as "amount" from "counted" c
        join "fee_quote_lock" l on l."feeQuoteId" = c."feeQuoteId" and c."closedAt" <= l."expiresAt" group by l."id") p
      where l."id" = p."id")
  update "fee_quote" q set "receivedAmount" = q."receivedAmount" + p."amount"
    from (select "id", sum("amount") as "amount" from (
        select "feeQuoteId" as "id", "amount" from "counted" union all select "feeQuoteId", 0 from "judged") changed
      where "id" is not null group by "id") p
    where q."id" = p."id";
  return null;
end $$;

create trigger "ledger_payment_add_up_judged" after update on "ledger_payment" referencing old table as "known" new table as "judged"
  for each statement execute function "add_up_judged_payments"();

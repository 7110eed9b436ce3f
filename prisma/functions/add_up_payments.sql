-- Adds new payments that count to receivedAmount of escrows, fee quotes and quote windows, in units of the asset. A quote window counts only ledgers that
-- closed before it expired. Rows are written even for zero: pages use their version (decision 096).
create or replace function "add_up_payments"() returns trigger language plpgsql as $$
begin
  update "escrow" e set "receivedAmount" = e."receivedAmount" + p."amount"
    from (select "escrowId", sum(case when "problem" is null then "amount" else 0 end) as "amount" from "stored"
      where "escrowId" is not null group by "escrowId") p
    where e."id" = p."escrowId";
  update "fee_quote" q set "receivedAmount" = q."receivedAmount" + p."amount"
    from (select "feeQuoteId", sum(case when "problem" is null then "amount" else 0 end) as "amount" from "stored"
      where "feeQuoteId" is not null group by "feeQuoteId") p
    where q."id" = p."feeQuoteId";
  update "fee_quote_lock" l set "receivedAmount" = l."receivedAmount" + p."amount"
    from (select l."id", sum(s."amount") as "amount" from "stored" s
      join "fee_quote_lock" l on l."feeQuoteId" = s."feeQuoteId" and s."closedAt" <= l."expiresAt"
      where s."problem" is null group by l."id") p
    where l."id" = p."id";
  return null;
end $$;

create trigger "ledger_payment_add_up" after insert on "ledger_payment" referencing new table as "stored"
  for each statement execute function "add_up_payments"();

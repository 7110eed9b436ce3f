-- Refuses to count a payment whose case, or whose fee quote's case, has a payback (decision 111): its money would be used twice.
create or replace function "paid_back_counts_for_nothing"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (
    select 1 from "transfer" join "payment_case" c on c."id" = "transfer"."caseId"
    where c."ledgerPaymentId" = new."id" or (new."feeQuoteId" is not null and c."feeQuoteId" = new."feeQuoteId")
  ), format('payment %s was paid back, or comes for what was paid back', new."hash"));
  return new;
end $$;

create trigger "ledger_payment_comes_for_paid_back" before insert on "ledger_payment"
  for each row when (new."problem" is null and new."feeQuoteId" is not null) execute function "paid_back_counts_for_nothing"();

create trigger "ledger_payment_paid_back" before update of "problem", "escrowId", "feeQuoteId", "toFloat" on "ledger_payment"
  for each row when (new."problem" is null and old."problem" is not null)
  execute function "paid_back_counts_for_nothing"();

-- The account in the books of a payment: our own money, an escrow, a fee quote, or, if it does not count, a debt to its sender.
create or replace function "claim_of"("of" "ledger_payment") returns text immutable language sql as $$
  select case
    when "of"."toFloat" then 'float'
    when "of"."problem" is null and "of"."escrowId" is not null then 'escrow:' || "of"."escrowId"
    when "of"."problem" is null and "of"."feeQuoteId" is not null then 'owed:quote:' || "of"."feeQuoteId"
    else 'owed:payment:' || "of"."id"
  end $$;

-- Whose a payment is: an escrow's, a fee's until it is settled, ours, or owed to whoever sent it.
create or replace function "claim_of"("of" "ledger_payment") returns text immutable language sql as $$
  select case
    when "of"."toFloat" then 'float'
    when "of"."problem" is null and "of"."escrowId" is not null then 'escrow:' || "of"."escrowId"
    when "of"."problem" is null and "of"."feeQuoteId" is not null then 'owed:quote:' || "of"."feeQuoteId"
    else 'owed:payment:' || "of"."id"
  end $$;

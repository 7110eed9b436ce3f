-- A new or changed case rewrites its payment's escrow or fee quote, whose version pages use, and notifies the payer of its fee quote (decisions 054, 096).
create or replace function "tell_news_of_case"() returns trigger language plpgsql as $$
begin
  update "escrow" e set "receivedAmount" = e."receivedAmount" from "ledger_payment" p
    where p."id" = new."ledgerPaymentId" and e."id" = p."escrowId";
  update "fee_quote" q set "receivedAmount" = q."receivedAmount" from "ledger_payment" p
    where p."id" = new."ledgerPaymentId" and q."id" = p."feeQuoteId";
  perform "tell_news"('fee', q."userId") from "fee_quote" q where q."id" = new."feeQuoteId";
  return null;
end $$;

create trigger "payment_case_news" after insert or update on "payment_case"
  for each row execute function "tell_news_of_case"();

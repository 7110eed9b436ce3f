-- Refuses a payback (decision 111) unless its case is open at its creation, the money counts for nothing (the quote has ended), and asset and amount are all
-- that the books owe for the case. Also refused: money that a person has already paid back by hand. Locks the case.
create or replace function "payback_has_right"(p "transfer", is_new boolean) returns void language plpgsql as $$
declare
  c "payment_case"%rowtype;
  fits boolean;
begin
  select * into strict c from "payment_case" where "id" = p."caseId" for update;
  perform "public"."refuse_if"(is_new and c."closedAt" is not null, format('case %s is closed', c."id"));
  if c."ledgerPaymentId" is not null then
    select "claim_of"(l) = "claim_of_case"(c."id") and l."asset" = p."asset" into fits
      from "ledger_payment" l where l."id" = c."ledgerPaymentId";
  else
    select q."state" <> 'open' and q."asset" = p."asset" into fits from "fee_quote" q where q."id" = c."feeQuoteId";
  end if;
  perform "public"."refuse_if"(fits is not true or p."amount" <> "claim_amount"("claim_of_case"(c."id"), p."asset"::text),
    format('case %s owes no %s', c."id", p."amount"));
  perform "public"."refuse_if"(is_new and exists (
    select 1 from "outgoing_transaction" t where t."explanation" = 'by_hand' and t."closedAt" >= "case_since"(c."id")
      and t."network" = p."network" and t."account" = "place_of_case"(c."id") and "facts_pay"(t."facts", p)
  ), format('case %s was paid back by hand', c."id"));
end $$;

-- Whether the account has acted in its role and cannot change between buyer and seller (decision 031): a buyer by a paid fee, money for a quote, a spent pilot
-- credit or an escrow; a seller by being bound to an escrow; any other role always. A fee whose money arrives after the change does not bind a seller: the
-- payer can become a buyer again.
create or replace function "role_is_used"("person" uuid) returns boolean language sql stable as $$
  select case "role"
    when 'buyer' then
      "hasPaid" or ("plan" is not distinct from 'pilot' and "trialCredits" = 0)
      or exists (select 1 from "escrow" where "buyerId" = "person")
      or exists (select 1 from "fee_payment" where "buyerUid" = "person")
      or exists (
        select 1 from "fee_quote" join "ledger_payment" on "ledger_payment"."feeQuoteId" = "fee_quote"."id"
        where "fee_quote"."userId" = "person"
      )
    when 'seller' then exists (select 1 from "escrow" where "sellerId" = "person")
    else true
  end
  from "user" where "id" = "person"
$$;

-- A buyer becomes a seller, and a seller a buyer, only while the account has done nothing in its role. Has it? A fee that
-- was paid, money that arrived for one, a pilot's credit that was spent and an escrow bind a buyer; a confirmation binds a
-- seller. A fee whose money arrives after the change binds nobody as a seller: so its payer can go back to it.
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

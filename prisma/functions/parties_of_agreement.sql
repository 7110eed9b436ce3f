-- Whom the agreement of a ledger-held escrow concerns (decision 119), by subjects of screening reviews: buyer, seller and whoever agreed as 'user:<id>' with
-- their personId, both wallets as 'wallet:<address>'.
create or replace function "parties_of_agreement"("agreementId" uuid) returns table ("subject" text, "personId" uuid) language sql stable as $$
  with "a" as (
    select h."buyerWallet", a."sellerWallet", e."buyerId", e."sellerId", a."agreedById"
    from "hold_agreement" a join "escrow" e on e."id" = a."escrowId" join "hold" h on h."escrowId" = a."escrowId"
    where a."id" = $1
  ),
  "person" as (select distinct unnest(array["buyerId", "sellerId", "agreedById"]) as "id" from "a")
  select 'user:' || "id", "id" from "person" where "id" is not null
  union select 'wallet:' || "buyerWallet", null from "a"
  union select 'wallet:' || "sellerWallet", null from "a"
$$;

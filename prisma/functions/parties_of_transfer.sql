-- Whom a transfer concerns (decision 068), by subjects of screening reviews: 'user:<id>' with the personId, 'reseller:<id>', 'wallet:<address>'. Both sides of
-- its escrow, its reseller, its wallet and the senders of the money; for a payback the person of the fee quote, or the buyer of the escrow, for which the money
-- was meant. For a transfer of an on-chain deposit: the parties of its agreement.
create or replace function "parties_of_transfer"("transferId" uuid) returns table ("subject" text, "personId" uuid) language sql stable as $$
  with "p" as (select * from "transfer" where "id" = $1 and "lockId" is null),
  "meant" as (
    select l.* from "p" join "payment_case" c on c."id" = "p"."caseId" join "ledger_payment" l on l."id" = c."ledgerPaymentId"
    union select l.* from "p" join "gathered_payment" g on g."caseId" = "p"."caseId" join "ledger_payment" l on l."id" = g."ledgerPaymentId"
    union select l.* from "p" join "payment_case" c on c."id" = "p"."caseId" join "ledger_payment" l on l."feeQuoteId" = c."feeQuoteId"
  ),
  "person" as (
    select unnest(array[e."buyerId", e."sellerId"]) as "id" from "p" join "escrow" e on e."id" = "p"."escrowId"
    union select q."userId" from "p" join "payment_case" c on c."id" = "p"."caseId" join "fee_quote" q on q."id" = c."feeQuoteId"
    union select q."userId" from "meant" join "fee_quote" q on q."id" = "meant"."feeQuoteId"
    union select e."buyerId" from "meant" join "escrow" e on e."id" = "meant"."escrowId"
  )
  select 'user:' || "id", "id" from "person" where "id" is not null
  union select 'reseller:' || r."id", null from "p" join "reseller_payout" o on o."id" = "p"."resellerPayoutId"
    join "reseller" r on r."resellerId" = o."resellerId"
  union select 'wallet:' || "address", null from "p"
  union select 'wallet:' || l."fromAddress", null from "p" join "ledger_payment" l on l."escrowId" = "p"."escrowId"
  union select 'wallet:' || "fromAddress", null from "meant"
  union select t."subject", t."personId" from "transfer" x join "hold_lock" l on l."id" = x."lockId"
    cross join lateral "parties_of_agreement"(l."agreementId") t where x."id" = $1
$$;

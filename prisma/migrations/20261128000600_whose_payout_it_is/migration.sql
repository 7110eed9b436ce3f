-- Who has to do with a payout is said in one place, for the comparison, the envelope and the waking alike. What is paid back of
-- a case belongs to whoever paid: by the fee quote or the escrow for which the money was meant.
set local lock_timeout = '3s';

-- "subject" as a review names it; "personId": of those who have an account.
create function "parties_of_payout"("payoutId" uuid) returns table ("subject" text, "personId" uuid) language sql stable as $$
  with "p" as (select * from "payout" where "id" = $1),
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
$$;

create or replace function "attempt_is_of_nobody_held"() returns trigger language plpgsql as $$
declare
  p "payout"%rowtype;
  found text;
  compared timestamptz;
begin
  select * into strict p from "payout" where "id" = new."payoutId";
  select r."subject" into found from "parties_of_payout"(p."id") t join "screening_review" r on r."subject" = t."subject"
    where r."state" <> 'false_match' limit 1;
  -- Whoever stated a listed wallet is held for it, also after stating another one.
  if found is null then
    select r."subject" into found from "parties_of_payout"(p."id") t join "screening_review" r on r."personId" = t."personId"
      where r."state" <> 'false_match' limit 1;
  end if;
  if found is not null then
    raise exception 'payout % waits until somebody has looked at %', p."id", found;
  end if;
  -- Nor what nobody has compared, or only long ago, or with another wallet: comparing and signing are one round of the worker.
  select max("lastAt") into compared from "screening" where "payoutId" = p."id";
  if compared is null or compared < new."createdAt" - interval '1 hour'
     or (select bool_and(s."outcome" = 'clear') from "screening" s where s."payoutId" = p."id" and s."lastAt" = compared) is not true then
    raise exception 'payout % was not compared with lists that are in force', p."id";
  end if;
  if not exists (select 1 from "screening" s where s."payoutId" = p."id" and s."lastAt" = compared and s."subject" = 'wallet:' || p."address") then
    raise exception 'payout % was compared with another wallet', p."id";
  end if;
  return new;
end $$;

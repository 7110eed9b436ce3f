-- What prevents the closing of a person's account (decisions 064, 096), as kind and subject: 'escrow' that is open or owes money; 'fee': an open quote with
-- money; 'case' of the person's money, open or being paid back; 'check': an undecided review, without details. Ignores amounts below least_owed. A ledger-held
-- escrow is over when cancelled or once a deposit counted, and nothing is deposited.
create or replace function "open_work_of"("person" uuid) returns table ("kind" text, "subject" text) language plpgsql as $$
begin
  return query
    select 'escrow'::text, e."transactionId" from "escrow" e cross join lateral (
      select coalesce(sum(p."amount") filter (where p."state" = 'confirmed'), 0) as "paid",
        count(*) filter (where p."state" <> 'confirmed') as "moving"
      from "transfer" p where p."escrowId" = e."id") out
    where (e."buyerId" = person or e."sellerId" = person) and case e."heldBy"
      when 'ledger' then exists (select 1 from "hold_lock" l where l."escrowId" = e."id" and l."end" is null)
        or (e."cancelledAt" is null and not exists (select 1 from "hold_lock" l where l."escrowId" = e."id" and l."counts"))
      else out."moving" > 0 or e."receivedAmount" - out."paid" >= "least_owed"(e."currency") or (e."cancelledAt" is null and out."paid" = 0) end
    order by e."createdAt";
  return query
    select 'fee'::text, q."reference"::text from "fee_quote" q
    where q."userId" = person and q."state" = 'open' and q."receivedAmount" >= "least_owed"(q."asset");
  return query
    -- One by one through their indexes: "offset 0" keeps the planner from reading all cases.
    select 'case'::text, c."id"::text from (
      select k."id", k."closedAt" from "fee_quote" q
        cross join lateral (select * from "payment_case" where "feeQuoteId" = q."id" offset 0) k
        where q."userId" = person
      union
      select k."id", k."closedAt" from "fee_quote" q
        cross join lateral (select "id" from "ledger_payment" where "feeQuoteId" = q."id" offset 0) p
        cross join lateral (select * from "payment_case" where "ledgerPaymentId" = p."id" offset 0) k
        where q."userId" = person
      union
      select k."id", k."closedAt" from "escrow" e
        cross join lateral (select "id" from "ledger_payment" where "escrowId" = e."id" offset 0) p
        cross join lateral (select * from "payment_case" where "ledgerPaymentId" = p."id" offset 0) k
        where e."buyerId" = person
    ) c
    where c."closedAt" is null
      or exists (select 1 from "transfer" o where o."caseId" = c."id" and o."lockId" is null and o."state" <> 'confirmed');
  return query
    select 'check'::text, ''::text where exists (
      select 1 from "screening_review" r where r."personId" = person and r."state" not in ('false_match', 'true_match'));
end $$;

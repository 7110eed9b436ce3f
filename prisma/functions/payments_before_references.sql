-- Payments that can be counted as Quayside's own opening money (decision 094): they count for nothing, carry no possible reference, are alone in a case that is
-- open or kept, and were stored, or in a ledger for a minute, before the first reference was issued.
create or replace function "payments_before_references"() returns setof "ledger_payment" stable language sql as $$
  select p.* from "ledger_payment" p
    join "payment_case" c on c."ledgerPaymentId" = p."id" and c."payments" = 1
    cross join (select min("createdAt") as "at" from "payment_reference") first_reference
  where p."asset" is not null and p."problem" is not null and not p."toFloat" and num_nonnulls(p."escrowId", p."feeQuoteId") = 0
    and (p."memo" is null or p."memo" !~ '^[1-9][0-9]{0,9}$')
    and (c."closedAt" is null or c."end" = 'kept')
    and coalesce(least(p."seenAt", p."closedAt" + interval '1 minute') < first_reference."at", true) $$;

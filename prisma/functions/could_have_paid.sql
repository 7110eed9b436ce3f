-- Which payments out that no payout explains could have paid which case: of one case, whatever became of it, or, for one transaction, of all cases whose money
-- has not left. They fit by account, asset, time and amount, alone or two together. "amount": paid by the transaction; "together": it fits all cases with the
-- memo, not the case alone (decision 098).
create or replace function "could_have_paid"("of_case" uuid, "of_outgoing" uuid)
    returns table ("outgoingId" uuid, "caseId" uuid, "amount" numeric, "together" boolean) stable rows 5 language plpgsql as $$
#variable_conflict use_column
begin
  return query
  with "asked" as (
    select "of_case" as "id" where "of_case" is not null
    union select c."id" from "payment_case" c where "of_case" is null and c."closedAt" is null
    union select p."caseId" from "transfer" p
      where "of_case" is null and p."purpose" = 'payback' and p."state" in ('queued', 'blocked')
    -- Linked to other payments, but only in part.
    union select k."caseId" from "case_link" k cross join lateral "case_money"(k."caseId") m
      where "of_case" is null
      group by k."caseId", m."amount", m."asset"
      having bool_and(k."outgoingId" <> "of_outgoing") and sum(k."amount") < m."amount" - "dust_of"(m."asset")
  ), "matter" as (
    select m.* from "asked" cross join lateral "case_money"("asked"."id") m where m."asset" is not null and m."amount" > 0
  ), "paid" as (
    select t."id", t."account", t."closedAt", e."payment"->>'asset' as "asset", (e."payment"->>'amount')::numeric as "amount", e."n"
    from (select distinct "account" from "matter") place
      join "outgoing_transaction" t on t."account" = place."account"
        and t."explanation" is distinct from 'payout' and t."explanation" is distinct from 'treasury'
      cross join lateral jsonb_array_elements(t."facts"->'payments') with ordinality e ("payment", "n")
    where (t."facts"->>'successful')::boolean
      -- A payment that explains a payout of an escrow or of earnings went to that payout's wallet.
      and (t."explanation" is distinct from 'paid_elsewhere'
        or exists (select 1 from "transfer" p where p."id" = t."payoutId" and p."caseId" is not null and p."caseId" is distinct from "of_case"))
  ), "shared" as (
    select g."memo", g."account", g."asset", o."id", o."n", sum(s."amount") as "amount"
    from (select distinct "memo", "account", "asset" from "matter" where "memo" is not null) g
      join "paid" o on o."account" = g."account" and o."asset" = g."asset" and ("of_outgoing" is null or o."id" = "of_outgoing")
      cross join lateral "money_with_memo"(g."memo", g."account", g."asset") s
    where s."since" <= o."closedAt"
    group by 1, 2, 3, 4, 5 having count(*) > 1
  ), "compared" as (
    select o."id", m."caseId", o."amount", came."together"
    from "matter" m
      join "paid" o on o."account" = m."account" and o."asset" = m."asset" and o."closedAt" >= m."since"
        and ("of_outgoing" is null or o."id" = "of_outgoing")
      left join "shared" s on s."memo" = m."memo" and s."account" = m."account" and s."asset" = m."asset" and s."id" = o."id" and s."n" = o."n"
      cross join lateral (values (m."amount", false), (s."amount", true)) came ("amount", "together")
    where "may_pay_out"(o."amount", came."amount", m."asset") or (o."amount" < came."amount" and exists (
      select 1 from "paid" other where other."account" = o."account" and other."asset" = o."asset" and other."closedAt" >= m."since"
        and (other."id", other."n") <> (o."id", o."n") and "may_pay_out"(o."amount" + other."amount", came."amount", m."asset")))
  )
  select distinct on (z."id", z."caseId") z."id", z."caseId", z."amount", z."together"
  from "compared" z order by z."id", z."caseId", z."together", z."amount" desc;
end $$;

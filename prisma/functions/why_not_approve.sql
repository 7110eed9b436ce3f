-- Why this operator may not approve a payout, or a ledger-held escrow (decisions 020, 099, 119). 'decision': whoever decided its dispute, closed its case,
-- assigned a payment to its escrow, made the commission payout, ever gave it another wallet, or is a party. 'change': whoever ever changed the account of a
-- person, or the reseller's wallet, whom it concerns. Null: they may.
create or replace function "why_not_approve"("payout_id" uuid, "clearance_id" uuid, "operator" uuid) returns text language sql stable as $$
  with "subject" as (
    select "id", "escrowId", "caseId", "resellerPayoutId", "redirectedById", "purpose" in ('release', 'refund') as "isDecided"
      from "transfer" where "id" = "payout_id"
    union all
    -- An operator may have decided about a deposit that was made before its clearance.
    select "id", "escrowId", null, null, null, true from "hold_clearance" where "id" = "clearance_id"
  ),
  "party" as (
    select "personId" from "parties_of_transfer"("payout_id")
    union all select t."personId" from "hold_clearance" c cross join lateral "parties_of_agreement"(c."agreementId") t where c."id" = "clearance_id"
  )
  select case
    when exists (select 1 from "subject" s join "dispute" d on d."escrowId" = s."escrowId"
        where s."isDecided" and d."decidedById" = "operator" and d."decision" in ('release', 'refund', 'split'))
      or exists (select 1 from "subject" s join "payment_case" c on c."id" = s."caseId" where c."closedById" = "operator")
      or exists (select 1 from "subject" s join "ledger_payment" l on l."escrowId" = s."escrowId"
        join "payment_case" c on c."ledgerPaymentId" = l."id" where c."closedById" = "operator" and c."end" is null)
      or exists (select 1 from "subject" s join "reseller_payout" o on o."id" = s."resellerPayoutId" where o."madeById" = "operator")
      or exists (select 1 from "subject" s where s."redirectedById" = "operator")
      or exists (select 1 from "payout_redirect" r where r."payoutId" = "payout_id" and r."operatorId" = "operator")
      or exists (select 1 from "party" where "personId" = "operator")
      then 'decision'
    when exists (select 1 from "party" where "has_changed_account"("operator", "personId"))
      or exists (select 1 from "subject" s join "reseller_payout" o on o."id" = s."resellerPayoutId"
        join "reseller" r on r."resellerId" = o."resellerId" join "account_change" c on c."resellerId" = r."id" where c."changedById" = "operator")
      then 'change'
  end
$$;

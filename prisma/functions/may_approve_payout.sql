-- Approvals of payouts above a limit (decisions 020, 099): by an operator, for the present wallet of a queued or blocked payout. Refused to
-- whoever decided its dispute, closed its case, assigned a payment to its escrow, made the commission payout or gave it another wallet, and to
-- whoever ever changed the account of a person, or the wallet of the reseller, whom it concerns.
create or replace function "may_approve_payout"() returns trigger language plpgsql as $$
declare
  p "transfer"%rowtype;
begin
  select * into strict p from "transfer" where "id" = new."payoutId" for update;
  if p."state" not in ('queued', 'blocked') or p."aboveLimit" is null
     or p."address" <> new."address" or p."memo" is distinct from new."memo" then
    raise exception 'payout % does not wait for this approval', p."id";
  end if;
  perform "must_be_operator"(new."operatorId", 'only operators approve payouts');
  if (p."purpose" in ('release', 'refund') and exists (
    select 1 from "dispute" where "escrowId" = p."escrowId" and "decidedById" = new."operatorId"
      and "decision" in ('release', 'refund', 'split')
  )) or exists (select 1 from "payment_case" where "id" = p."caseId" and "closedById" = new."operatorId")
     or exists (select 1 from "payment_case" c join "ledger_payment" l on l."id" = c."ledgerPaymentId"
       where l."escrowId" = p."escrowId" and c."closedById" = new."operatorId" and c."end" is null)
     or exists (select 1 from "reseller_payout" where "id" = p."resellerPayoutId" and "madeById" = new."operatorId")
     or p."redirectedById" = new."operatorId" then
    raise exception 'whoever decided about payout % does not approve it, too', p."id";
  end if;
  if exists (select 1 from "parties_of_payout"(p."id") t where "has_changed_account"(new."operatorId", t."personId"))
     or exists (select 1 from "reseller_payout" o join "reseller" r on r."resellerId" = o."resellerId"
       join "account_change" c on c."resellerId" = r."id"
       where o."id" = p."resellerPayoutId" and c."changedById" = new."operatorId") then
    raise exception 'whoever changed an account of payout % does not approve it', p."id";
  end if;
  return new;
end $$;

create trigger "payout_approval_may_be_given" before insert on "payout_approval"
  for each row execute function "may_approve_payout"();

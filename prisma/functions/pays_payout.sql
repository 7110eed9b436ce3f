-- Whether this transaction paid exactly this payout (decision 098): on its ledger; except for escrows from the account with the money; to its wallet or with
-- its mark (facts_pay). A payback may also go to another wallet, not before its money came in (facts_pay_out).
create or replace function "pays_payout"(t "outgoing_transaction", p "transfer") returns boolean language sql stable as $$
  select p."lockId" is null and t."network" = p."network" and (p."escrowId" is not null or t."account" = "place_of_payout"(p))
    and ("facts_pay"(t."facts", p) or (p."caseId" is not null and t."closedAt" >= "case_since"(p."caseId") and "facts_pay_out"(t."facts", p)))
$$;

-- As before; and the money of a case that is to be paid back may have left to another wallet.
create or replace function "pays_payout"(t "outgoing_transaction", p "payout") returns boolean language sql stable as $$
  select t."network" = p."network" and (p."escrowId" is not null or t."account" = "place_of_payout"(p))
    and ("facts_pay"(t."facts", p) or (p."caseId" is not null and t."closedAt" >= "case_since"(p."caseId") and "facts_pay_out"(t."facts", p)))
$$;

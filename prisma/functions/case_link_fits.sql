-- Operators link a payment out to a case only if it succeeded, left the account with the case's money, in its asset, not before that money came, and is no
-- payout or treasury transaction. All links together exceed neither the case nor the payment (decision 098).
create or replace function "case_link_fits"() returns trigger language plpgsql as $$
declare
  t "outgoing_transaction"%rowtype;
  m record;
begin
  perform "must_be_operator"(new."linkedById", 'only operators say what a payment out was');
  select * into strict t from "outgoing_transaction" where "id" = new."outgoingId" for update;
  perform 1 from "payment_case" where "id" = new."caseId" for update;
  select * into strict m from "case_money"(new."caseId");
  perform "public"."refuse_if"(m."asset" is null or t."account" <> m."account" or t."closedAt" < m."since" or not (t."facts"->>'successful')::boolean
      or t."explanation" in ('payout', 'treasury', 'paid_elsewhere'),
    format('transaction %s did not pay out the money of case %s', t."hash", new."caseId"));
  perform "public"."refuse_if"((select coalesce(sum("amount"), 0) from "case_link" where "caseId" = new."caseId") + new."amount" > m."amount"
      or (select coalesce(sum("amount"), 0) from "case_link" where "outgoingId" = t."id") + new."amount" > (
        select coalesce(sum((p->>'amount')::numeric), 0) from jsonb_array_elements(t."facts"->'payments') p where p->>'asset' = m."asset"),
    format('transaction %s did not pay %s of case %s', t."hash", new."amount", new."caseId"));
  return new;
end $$;

create trigger "case_link_fits" before insert on "case_link" for each row execute function "case_link_fits"();

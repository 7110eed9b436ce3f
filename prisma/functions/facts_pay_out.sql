-- Did a transaction with these facts pay exactly the amount of this payout, to whomever? Not where it carries the mark of another one.
create or replace function "facts_pay_out"("facts" jsonb, p "payout") returns boolean language sql stable as $$
  select ("facts"->>'successful')::boolean
    and jsonb_array_length("facts"->'payments') = 1
    and "facts"->'payments'->0->>'asset' = p."asset"::text
    and ("facts"->'payments'->0->>'amount')::numeric = p."amount"
    and not exists (select 1 from "payout" where "invoice_of"("payout"."id") = "facts"->>'invoiceId')
$$;

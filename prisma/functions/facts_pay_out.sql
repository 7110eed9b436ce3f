-- Whether a transaction with these facts paid exactly this payout's amount, to any wallet, without the invoice id of a payout (decision 098).
create or replace function "facts_pay_out"("facts" jsonb, p "transfer") returns boolean language sql stable as $$
  select ("facts"->>'successful')::boolean
    and jsonb_array_length("facts"->'payments') = 1
    and "facts"->'payments'->0->>'asset' = p."asset"::text
    and ("facts"->'payments'->0->>'amount')::numeric = p."amount"
    and not exists (select 1 from "transfer" where "invoice_of"("transfer"."id") = "facts"->>'invoiceId')
$$;

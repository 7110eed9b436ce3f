-- Whether a transaction with these facts paid exactly this payout: one payment of its asset and amount, with its invoice id or, if the facts have no invoice id
-- of a payout, to its wallet and memo (decision 111).
create or replace function "facts_pay"("facts" jsonb, p "transfer") returns boolean language sql stable as $$
  select ("facts"->>'successful')::boolean
    and jsonb_array_length("facts"->'payments') = 1
    and "facts"->'payments'->0->>'asset' = p."asset"::text
    and ("facts"->'payments'->0->>'amount')::numeric = p."amount"
    and case when "facts"->>'invoiceId' is not null
        and exists (select 1 from "transfer" where "invoice_of"("transfer"."id") = "facts"->>'invoiceId')
      then "invoice_of"(p."id") = "facts"->>'invoiceId'
      else "facts"->'payments'->0->>'to' = p."address" and "facts"->>'memo' is not distinct from p."memo"
    end
$$;

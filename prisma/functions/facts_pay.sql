-- Did a transaction with these facts pay exactly this payout, and nothing else? To its wallet, or under its own mark.
create or replace function "facts_pay"("facts" jsonb, p "payout") returns boolean language sql stable as $$
  select ("facts"->>'successful')::boolean
    and jsonb_array_length("facts"->'payments') = 1
    and "facts"->'payments'->0->>'asset' = p."asset"::text
    and ("facts"->'payments'->0->>'amount')::numeric = p."amount"
    and case when "facts"->>'invoiceId' is not null
        and exists (select 1 from "payout" where "invoice_of"("payout"."id") = "facts"->>'invoiceId')
      then "invoice_of"(p."id") = "facts"->>'invoiceId'
      else "facts"->'payments'->0->>'to' = p."address" and "facts"->>'memo' is not distinct from p."memo"
    end
$$;

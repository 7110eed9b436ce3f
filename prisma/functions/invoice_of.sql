-- The mark of a payout in an XRP Ledger transaction (InvoiceID): SHA-256 of its id, in upper-case hex, as the worker writes it.
create or replace function "invoice_of"("payout_id" uuid) returns text language sql immutable as $$
  select upper(encode(sha256(convert_to("payout_id"::text, 'UTF8')), 'hex'))
$$;

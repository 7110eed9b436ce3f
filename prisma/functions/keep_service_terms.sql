-- An escrow keeps the terms and the supplement under which it was opened (decision 106): every change is refused.
create or replace function "keep_service_terms"() returns trigger language plpgsql as $$
begin
  raise exception 'escrow % goes on under the terms under which it was opened', old."transactionId";
end $$;

create trigger "escrow_keep_service_terms" before update of "serviceTerms", "serviceSupplement" on "escrow" for each row
  when ((new."serviceTerms", new."serviceSupplement") is distinct from (old."serviceTerms", old."serviceSupplement"))
  execute function "keep_service_terms"();

-- Refuses to count a payment whose case is in doubt: its money may have been paid out already and would be used twice (decision 098).
create or replace function "counted_is_not_doubted"() returns trigger language plpgsql as $$
begin
  perform "refuse_doubted_case"("id") from "payment_case" where "ledgerPaymentId" = new."id";
  return new;
end $$;

create trigger "ledger_payment_is_not_doubted" before update of "problem" on "ledger_payment"
  for each row when (new."problem" is null and old."problem" is not null and not new."toFloat")
  execute function "counted_is_not_doubted"();

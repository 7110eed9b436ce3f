-- At commit a payment counted as opening money is booked as Quayside's own (toFloat, decision 094).
create or replace function "opening_payment_is_ours"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(not exists (select 1 from "ledger_payment" where "id" = new."ledgerPaymentId" and "toFloat"),
    format('payment %s is not booked as ours', new."ledgerPaymentId"));
  return null;
end $$;

create constraint trigger "opening_payment_is_ours" after insert on "opening_payment"
  deferrable initially deferred for each row execute function "opening_payment_is_ours"();

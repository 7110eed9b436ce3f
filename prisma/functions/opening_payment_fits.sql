-- Refuses to count a payment as Quayside's own opening money unless payments_before_references lists it (decision 094).
create or replace function "opening_payment_fits"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(not exists (select 1 from "payments_before_references"() where "id" = new."ledgerPaymentId"),
    format('payment %s does not belong to the opening of the books', new."ledgerPaymentId"));
  return new;
end $$;

create trigger "opening_payment_fits" before insert on "opening_payment" for each row execute function "opening_payment_fits"();

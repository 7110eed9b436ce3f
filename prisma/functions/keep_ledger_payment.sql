-- A payment becomes our own money only by a row of opening_payment, and then for good (decision 094).
create or replace function "keep_ledger_payment"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(new."toFloat" and not old."toFloat" and not exists (select 1 from "opening_payment" where "ledgerPaymentId" = old."id"),
    format('payment %s stays what it is', old."hash"));
  perform "public"."refuse_if"(old."toFloat" and not new."toFloat" and exists (select 1 from "opening_payment" where "ledgerPaymentId" = old."id"),
    format('payment %s is ours', old."hash"));
  return new;
end $$;

create trigger "ledger_payment_keep" before update on "ledger_payment" for each row execute function "keep_ledger_payment"();

-- At commit a case has a payback if and only if it is paid_back. Paid back or closed by hand is final; one whose money was kept can reopen (decision 111).
create or replace function "keep_payment_case"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (select 1 from "transfer" where "caseId" = new."id") <> coalesce(new."end" = 'paid_back', false),
    format('case %s ends as paid back if it is paid back', new."id"));
  perform "public"."refuse_if"(tg_op = 'UPDATE' and old."end" in ('paid_back', 'by_hand') and (to_jsonb(new)) is distinct from (to_jsonb(old)),
    format('case %s is over', old."id"));
  return null;
end $$;

create constraint trigger "payment_case_keep" after insert or update on "payment_case"
  deferrable initially deferred for each row execute function "keep_payment_case"();

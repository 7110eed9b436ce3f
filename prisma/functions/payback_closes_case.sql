-- At commit the case of a new payback has ended as paid back (decision 111).
create or replace function "payback_closes_case"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(not exists (select 1 from "payment_case" where "id" = new."caseId" and "end" = 'paid_back'),
    format('case %s is not closed by its payback', new."caseId"));
  return null;
end $$;

create constraint trigger "payback_closes_case" after insert on "transfer"
  deferrable initially deferred for each row when (new."caseId" is not null) execute function "payback_closes_case"();

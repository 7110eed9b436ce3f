-- At commit a case that is linked to a payment out is closed by hand, and that payment is explained (decision 098).
create or replace function "case_link_closes_case"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(not exists (select 1 from "payment_case" where "id" = new."caseId" and "end" = 'by_hand')
      or exists (select 1 from "outgoing_transaction" where "id" = new."outgoingId" and "explanation" is null),
    format('case %s is not closed by what paid its money out', new."caseId"));
  return null;
end $$;

create constraint trigger "case_link_closes_case" after insert on "case_link"
  deferrable initially deferred for each row execute function "case_link_closes_case"();

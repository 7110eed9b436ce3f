-- At commit a payment out explained as foreign has been linked to, or denied for, each case that it fits (decision 098).
create or replace function "foreign_leaves_no_case"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (select 1 from "unanswered_cases"(new."id")),
    format('transaction %s may have paid out the money of a case', new."hash"));
  return null;
end $$;

create constraint trigger "outgoing_transaction_leaves_no_case" after update of "explanation" on "outgoing_transaction"
  deferrable initially deferred for each row when (new."explanation" = 'foreign' and old."explanation" is null)
  execute function "foreign_leaves_no_case"();

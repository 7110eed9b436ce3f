-- At commit a statement in a dispute has words or at least one file (docs/decisions/134).
create or replace function "dispute_statement_says_something"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(new."words" = '' and not exists (select 1 from "dispute_file" where "statementId" = new."id"),
    format('statement %s says nothing', new."id"));
  return null;
end $$;

create constraint trigger "dispute_statement_says" after insert on "dispute_statement"
  deferrable initially deferred for each row execute function "dispute_statement_says_something"();

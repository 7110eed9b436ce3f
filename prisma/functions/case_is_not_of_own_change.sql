-- While an operator's change of an account waits, that operator closes no case of its owner. At commit: only then an assignment is known (decision 099).
create or replace function "case_is_not_of_own_change"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (select 1 from "people_of_case"(new."id") p where "own_change_waits"(new."closedById", p."personId", new."closedAt")),
    format('whoever changed an account ends no case of its money: %s', new."id"));
  return null;
end $$;

create constraint trigger "case_is_not_of_own_change" after update of "closedById" on "payment_case"
  deferrable initially deferred for each row when (new."closedById" is not null) execute function "case_is_not_of_own_change"();

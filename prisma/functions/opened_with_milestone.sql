-- At commit a new escrow has a milestone (decision 142): with deadlines, or one without.
create or replace function "opened_with_milestone"() returns trigger language plpgsql as $$
begin
  perform "milestone_of"(new."id");
  return null;
end $$;

create constraint trigger "escrow_has_milestone" after insert on "escrow" deferrable initially deferred for each row
  execute function "opened_with_milestone"();

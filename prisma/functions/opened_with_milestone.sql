-- An escrow that is opened has a milestone at the end of its transaction (decision 142): that with its dates, or one without.
create or replace function "opened_with_milestone"() returns trigger language plpgsql as $$
begin
  perform "milestone_of"(new."id");
  return null;
end $$;

create constraint trigger "escrow_has_milestone" after insert on "escrow" deferrable initially deferred for each row
  execute function "opened_with_milestone"();

-- Presentations, deadlines and settlements belong to a milestone of their escrow (decision 142, foreign key), by default the only one; an excess to none.
create or replace function "is_of_milestone"() returns trigger language plpgsql as $$
begin
  new."milestoneId" := "milestone_of"(new."escrowId");
  return new;
end $$;

create trigger "escrow_clock_is_of_milestone" before insert on "escrow_clock" for each row
  when (new."milestoneId" is null) execute function "is_of_milestone"();
create trigger "presentation_is_of_milestone" before insert on "presentation" for each row
  when (new."milestoneId" is null) execute function "is_of_milestone"();
create trigger "settlement_is_of_milestone" before insert on "settlement" for each row
  when (new."milestoneId" is null and new."cause" is distinct from 'excess') execute function "is_of_milestone"();

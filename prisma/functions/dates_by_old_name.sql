-- For one release (decision 147): the version before writes the dates of a trade without the amount of its milestone, and knows no other than the whole.
create or replace function "dates_by_old_name"() returns trigger language plpgsql as $$
begin
  new."amount" := (select "amount" from "escrow" where "id" = new."escrowId");
  return new;
end $$;

create trigger "milestone_dates_by_old_name" before insert on "milestone" for each row
  when (new."amount" is null) execute function "dates_by_old_name"();

-- Refuses a screening review that does not begin in the state 'open' and without a wish for a decision (decision 068).
create or replace function "review_begins_open"() returns trigger language plpgsql as $$
begin
  if new."state" <> 'open' or new."wanted" is not null then
    raise exception 'a review begins open';
  end if;
  return new;
end $$;

create trigger "screening_review_begins" before insert on "screening_review" for each row execute function "review_begins_open"();

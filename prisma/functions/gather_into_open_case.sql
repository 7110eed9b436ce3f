-- A closed case gathers no more payments: its gather key is removed (decision 096).
create or replace function "gather_into_open_case"() returns trigger language plpgsql as $$
begin
  if new."closedAt" is not null then
    new."gatherKey" := null;
  end if;
  return new;
end $$;

create trigger "payment_case_gathers_while_open" before update of "closedAt" on "payment_case"
  for each row execute function "gather_into_open_case"();

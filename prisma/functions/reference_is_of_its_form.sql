-- The reference of a /submit form is taken only by an escrow in manual mode of that form's person, and by no fee quote (decision 002).
create or replace function "reference_is_of_its_form"() returns trigger language plpgsql as $$
declare
  held record;
begin
  select "userId" into held from "submit_form" where "reference" = new."reference";
  if not found then
    return new;
  end if;
  if tg_table_name = 'escrow' then
    if new."type" = 'manual' and new."buyerId" = held."userId" then
      return new;
    end if;
  end if;
  raise exception 'the reference % belongs to a form', new."reference" using errcode = 'check_violation';
end $$;

create trigger "escrow_takes_its_forms_reference" before insert on "escrow"
  for each row execute function "reference_is_of_its_form"();

create trigger "fee_quote_takes_no_forms_reference" before insert or update of "reference" on "fee_quote"
  for each row execute function "reference_is_of_its_form"();

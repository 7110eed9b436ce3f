-- The reference of a /submit form is taken only by an escrow in manual mode of that form's person, and by no fee quote (decision 096).
create or replace function "reference_is_of_its_form"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (
    select 1 from "submit_form" f where f."reference" = new."reference"
      and not (tg_table_name = 'escrow' and to_jsonb(new)->>'type' = 'manual' and to_jsonb(new)->>'buyerId' = f."userId"::text)
  ), format('the reference %s belongs to a form', new."reference"), 'check_violation');
  return new;
end $$;

create trigger "escrow_takes_its_forms_reference" before insert on "escrow"
  for each row execute function "reference_is_of_its_form"();

create trigger "fee_quote_takes_no_forms_reference" before insert or update of "reference" on "fee_quote"
  for each row execute function "reference_is_of_its_form"();

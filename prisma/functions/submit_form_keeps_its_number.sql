-- A form of /submit keeps its token, its person and its payment reference (decision 096).
create or replace function "submit_form_keeps_its_number"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"((new."token", new."userId", new."reference") is distinct from (old."token", old."userId", old."reference"),
    'a form keeps its person and its number', 'check_violation');
  return new;
end $$;

create trigger "submit_form_keeps_its_number" before update on "submit_form"
  for each row execute function "submit_form_keeps_its_number"();

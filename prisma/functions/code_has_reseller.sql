-- Puts the reseller of a code on record, whichever program writes the code (docs/decisions/027).
create or replace function "code_has_reseller"() returns trigger language plpgsql as $$
begin
  perform "put_reseller_on_record"(new."resellerId", new."resellerName", new."resellerEmail");
  return new;
end $$;

create trigger "reseller_code_has_reseller" before insert or update of "resellerId" on "reseller_code"
  for each row execute function "code_has_reseller"();

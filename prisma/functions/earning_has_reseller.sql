-- Puts the reseller of an earning on record, whichever program writes the earning (docs/decisions/027).
create or replace function "earning_has_reseller"() returns trigger language plpgsql as $$
begin
  perform "put_reseller_on_record"(new."resellerId", new."resellerName", null);
  return new;
end $$;

create trigger "reseller_earning_has_reseller" before insert on "reseller_earning"
  for each row execute function "earning_has_reseller"();

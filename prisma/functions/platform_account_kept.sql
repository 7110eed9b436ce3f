-- An account of Quayside does not end while platform_account_business counts anything (decision 094).
create or replace function "platform_account_kept"() returns trigger language plpgsql as $$
declare
  open_business text;
begin
  select string_agg(b."what" || ': ' || b."count", ', ') into open_business
    from "platform_account_business"(old."network", old."purpose", old."address") b where b."count" > 0;
  perform "public"."refuse_if"(open_business is not null, format('the account %s has open business: %s', old."address", open_business));
  return new;
end $$;

create trigger "platform_account_kept" before update on "platform_account"
  for each row execute function "platform_account_kept"();

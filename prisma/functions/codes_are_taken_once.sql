-- A second-factor code works once, even in a race: steps only increase unless the secret is replaced, a used recovery code never changes (decision 056).
create or replace function "codes_are_taken_once"() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'recovery_code' then
    perform "public"."refuse_if"(old."usedAt" is not null, 'this recovery code has been used', 'check_violation');
  else
    perform "public"."refuse_if"(new."sealedSecret" = old."sealedSecret" and new."lastStep" <= old."lastStep", 'this code has been used', 'check_violation');
  end if;
  return new;
end $$;

create trigger "recovery_code_is_taken_once" before update on "recovery_code"
  for each row execute function "codes_are_taken_once"();

create trigger "second_factor_codes_are_taken_once" before update on "second_factor"
  for each row execute function "codes_are_taken_once"();

-- Name and kept email address of a closed account do not change before keptUntil, and keptUntil is not brought forward (decision 064).
create or replace function "kept_until_then"() returns trigger language plpgsql as $$
begin
  if old."closedAt" is not null and old."keptUntil" > now() and (
    new."keptUntil" is null or new."keptUntil" < old."keptUntil"
    or row(new."name", new."keptEmail") is distinct from row(old."name", old."keptEmail")
  ) then
    raise exception 'name and address of the closed account % are kept until %', old."id", old."keptUntil";
  end if;
  return new;
end $$;

create trigger "user_is_kept" before update of "name", "keptEmail", "keptUntil" on "user"
  for each row execute function "kept_until_then"();

-- The secret that an authenticator app shares with us, sealed with a key that the database does not hold, and codes for whoever
-- has lost the app. It counts from its first right code on.
create table "second_factor" (
  "userId" uuid not null,
  "sealedSecret" text not null,
  "createdAt" timestamptz(3) not null default now(),
  "confirmedAt" timestamptz(3),
  -- The 30 seconds since 1970 of the newest code that was taken.
  "lastStep" integer,
  constraint "second_factor_pkey" primary key ("userId"),
  constraint "second_factor_userId_fkey" foreign key ("userId") references "user" ("id") on delete cascade on update cascade,
  constraint "second_factor_confirmed_by_a_code" check (("confirmedAt" is null) = ("lastStep" is null))
);

create table "recovery_code" (
  "userId" uuid not null,
  "codeHash" text not null,
  "usedAt" timestamptz(3),
  constraint "recovery_code_pkey" primary key ("userId", "codeHash"),
  constraint "recovery_code_userId_fkey" foreign key ("userId") references "second_factor" ("userId") on delete cascade on update cascade,
  constraint "recovery_code_holds_a_hash" check ("codeHash" ~ '^[0-9a-f]{64}$')
);

-- A code is taken once, however many ask at once: no second time, none that is older, and no recovery code that was used.
create function "codes_are_taken_once"() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'recovery_code' then
    if old."usedAt" is not null then
      raise exception 'this recovery code has been used' using errcode = 'check_violation';
    end if;
  elsif new."sealedSecret" = old."sealedSecret" and new."lastStep" <= old."lastStep" then
    raise exception 'this code has been used' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger "second_factor_codes_are_taken_once" before update on "second_factor"
  for each row execute function "codes_are_taken_once"();
create trigger "recovery_code_is_taken_once" before update on "recovery_code"
  for each row execute function "codes_are_taken_once"();

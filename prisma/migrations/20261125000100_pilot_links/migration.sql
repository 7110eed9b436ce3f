-- Who sent somebody to the pilot: the link of an account's page names the account by a code that opens nothing and earns nothing
-- (docs/decisions/039). New rows draw theirs; a default that is set after the column rewrites no table.
alter table "user" add column "pilotCode" text;
alter table "user" alter column "pilotCode" set default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12);
update "user" set "pilotCode" = substr(replace(gen_random_uuid()::text, '-', ''), 1, 12) where "pilotCode" is null;
create unique index "user_pilotCode_key" on "user" ("pilotCode");
alter table "user" alter column "pilotCode" set not null;

alter table "user" add column "pilotReferredById" uuid;
alter table "user" add constraint "user_pilotReferredById_fkey" foreign key ("pilotReferredById") references "user" ("id");
-- Only a pilot's account was sent by anybody, and nobody by themselves.
alter table "user" add constraint "user_referred_is_pilot"
  check ("pilotReferredById" is null or ("pilotSource" is not null and "pilotReferredById" <> "id"));
create index "user_pilotReferredById_idx" on "user" ("pilotReferredById") where "pilotReferredById" is not null;

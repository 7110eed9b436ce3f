-- One free transaction for one person: the mailbox behind an address, whatever its spelling. Null for accounts without it.
alter table "user" add column "pilotPerson" text;
-- Older accounts keep what they have; the first of a mailbox stands for it.
update "user" set "pilotPerson" = "email"
  where "plan" = 'pilot';
create unique index "user_pilotPerson_key" on "user" ("pilotPerson");

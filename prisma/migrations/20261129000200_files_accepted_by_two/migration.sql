-- Kinds of wallets that a list names and nobody here knows; and files that were too short to be taken, which two operators may accept.
set local lock_timeout = '3s';

-- As the list in force has them.
alter table "list_source" add column "unknownCurrencies" text[] not null default '{}';

create table "refused_list" (
  "id" uuid not null,
  "list" text not null,
  "fault" text not null,
  -- SHA-256 of all its entries: the same for a file that only dates itself anew.
  "fingerprint" text not null,
  -- Of the file in which they were first seen.
  "sha256" text not null,
  "bytes" integer not null,
  "publishedAt" text,
  "address" text not null,
  "entries" integer not null,
  "names" integer not null,
  -- In whose place it would come, and how large that is; null: there is none yet.
  "beforeId" uuid,
  "entriesBefore" integer,
  "namesBefore" integer,
  "fetchedAt" timestamptz(3) not null,
  "wantedById" uuid,
  "wantedAt" timestamptz(3),
  "wantedReason" text,
  "acceptedById" uuid,
  "acceptedAt" timestamptz(3),
  "acceptedReason" text,
  constraint "refused_list_pkey" primary key ("id"),
  constraint "refused_list_fault_known" check ("fault" in ('fewer_than_ever', 'shrunk', 'names_shrunk')),
  constraint "refused_list_before_whole" check (
    ("beforeId" is null) = ("entriesBefore" is null) and ("beforeId" is null) = ("namesBefore" is null)
  ),
  constraint "refused_list_wanted_whole" check (
    ("wantedById" is null) = ("wantedAt" is null) and ("wantedById" is null) = ("wantedReason" is null)
    and ("wantedReason" is null or btrim("wantedReason") <> '')
  ),
  constraint "refused_list_accepted_whole" check (
    ("acceptedById" is null) = ("acceptedAt" is null) and ("acceptedById" is null) = ("acceptedReason" is null)
    and ("acceptedReason" is null or btrim("acceptedReason") <> '')
  ),
  constraint "refused_list_takes_two" check ("acceptedById" is null or ("wantedById" is not null and "wantedById" <> "acceptedById"))
);
-- The same file, in the place of the same one, is one question.
create unique index "refused_list_once" on "refused_list" ("list", "fingerprint", "beforeId") nulls not distinct;
create index "refused_list_beforeId_idx" on "refused_list" ("beforeId");
alter table "refused_list" add constraint "refused_list_beforeId_fkey"
  foreign key ("beforeId") references "list_snapshot" ("id") on delete restrict on update cascade;
-- What its publisher gave last, where it was too short to be taken.
alter table "list_source" add column "refusedId" uuid;
alter table "list_source" add constraint "list_source_refusedId_fkey"
  foreign key ("refusedId") references "refused_list" ("id") on delete restrict on update cascade;

-- What was seen stays what it is, and what an operator has said, too.
create function "file_is_accepted_by_two"() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') then
    raise exception 'rows of % stay what they are', tg_table_name;
  end if;
  if tg_op = 'INSERT' then
    if new."wantedById" is not null or new."acceptedById" is not null then
      raise exception 'a file begins accepted by nobody';
    end if;
    return new;
  end if;
  if row(new."id", new."list", new."fault", new."fingerprint", new."sha256", new."bytes", new."publishedAt", new."address", new."entries",
         new."names", new."beforeId", new."entriesBefore", new."namesBefore", new."fetchedAt")
     is distinct from row(old."id", old."list", old."fault", old."fingerprint", old."sha256", old."bytes", old."publishedAt", old."address",
         old."entries", old."names", old."beforeId", old."entriesBefore", old."namesBefore", old."fetchedAt")
     or (old."wantedById" is not null and row(new."wantedById", new."wantedAt", new."wantedReason")
         is distinct from row(old."wantedById", old."wantedAt", old."wantedReason"))
     or old."acceptedById" is not null then
    raise exception 'rows of % stay what they are', tg_table_name;
  end if;
  if new."acceptedById" is not null and old."wantedById" is null then
    raise exception 'this takes a second operator';
  end if;
  if not exists (select 1 from "user" where "id" = coalesce(new."acceptedById", new."wantedById") and "role" = 'admin') then
    raise exception 'only operators accept a file';
  end if;
  return new;
end $$;
create trigger "refused_list_is_accepted" before insert or update or delete on "refused_list"
  for each row execute function "file_is_accepted_by_two"();
create trigger "refused_list_keep_all" before truncate on "refused_list"
  for each statement execute function "file_is_accepted_by_two"();

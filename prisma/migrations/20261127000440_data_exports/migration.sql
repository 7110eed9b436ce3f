-- Somebody has asked, with the password, for a copy of all that is kept of them: it can be fetched for an hour.
create table "data_export" (
  "id" uuid not null,
  "userId" uuid not null,
  "askedAt" timestamptz(3) not null,
  "expiresAt" timestamptz(3) not null,
  constraint "data_export_pkey" primary key ("id"),
  constraint "data_export_userId_fkey" foreign key ("userId") references "user" ("id") on delete cascade on update cascade,
  constraint "data_export_ends" check ("expiresAt" > "askedAt")
);
create index "data_export_userId_idx" on "data_export" ("userId");
create index "data_export_expiresAt_idx" on "data_export" ("expiresAt");

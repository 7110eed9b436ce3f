-- When an alert should have been told and was kept back by the limit of its kind (decision 101).
alter table "operator_alert" add column "dueAt" timestamptz(3);
-- Its causes are kinds of their own from now on.
update "operator_alert" set "closedAt" = now(), "overToldAt" = now() where "kind" = 'payouts_stopped' and "closedAt" is null;

-- Every process looks at the machine; here they take turns. One row; its time is the database's.
create table "machine_look" (
  "name" text not null default 'machine',
  "lookedAt" timestamptz(3) not null default now(),
  constraint "machine_look_pkey" primary key ("name"),
  constraint "machine_look_is_one" check ("name" = 'machine')
);

-- What is posted to the operators' webhook: written with the letters, sent as it stands under its id.
create table "alert_post" (
  "id" uuid not null,
  "body" text not null,
  "createdAt" timestamptz(3) not null,
  "attempts" integer not null default 0,
  "nextTryAt" timestamptz(3) not null,
  "sentAt" timestamptz(3),
  "givenUpAt" timestamptz(3),
  "lastError" text,
  constraint "alert_post_pkey" primary key ("id"),
  constraint "alert_post_ends_once" check ("sentAt" is null or "givenUpAt" is null)
);
create index "alert_post_owed" on "alert_post" ("nextTryAt", "id") where "sentAt" is null and "givenUpAt" is null;
create index "alert_post_createdAt_idx" on "alert_post" ("createdAt");

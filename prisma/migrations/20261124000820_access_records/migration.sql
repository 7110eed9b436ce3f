-- Who signed in, was refused, or took a paper away, when and from where. What happens again within the hour is counted in one
-- row, so that no loop fills the table.
create table "access_record" (
  "id" uuid primary key,
  "kind" text not null,
  "hour" timestamptz(3) not null,
  -- Null: somebody who was not signed in.
  "userId" uuid references "user" ("id") on delete cascade,
  "escrowId" uuid references "escrow" ("id") on delete cascade,
  -- Which page, limit or file.
  "subject" text not null default '',
  -- A /24 of IPv4 or a /48 of IPv6; empty where nothing tells addresses apart.
  "place" text not null default '',
  "count" integer not null default 1,
  "firstAt" timestamptz(3) not null,
  "lastAt" timestamptz(3) not null,
  constraint "access_record_kind" check ("kind" in (
    'signed_in', 'sign_in_failed', 'role_denied', 'too_many_tries', 'foreign_form',
    'file_downloaded', 'file_previewed', 'file_refused', 'statement_read', 'statement_refused')),
  constraint "access_record_count" check ("count" > 0)
);
create unique index "access_record_once_an_hour" on "access_record"
  ("hour", "kind", "userId", "escrowId", "subject", "place") nulls not distinct;
create index "access_record_userId_lastAt_idx" on "access_record" ("userId", "lastAt");
create index "access_record_escrowId_lastAt_idx" on "access_record" ("escrowId", "lastAt");

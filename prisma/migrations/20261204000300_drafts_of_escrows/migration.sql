-- What a buyer has typed of an escrow that is not opened yet, step by step (docs/decisions/135).
set local lock_timeout = '3s';

create table "submit_draft" (
  "token" uuid not null,
  "userId" uuid not null,
  -- By the names of fields, as typed: {"amount": ["18,000.00"]}.
  "typed" jsonb not null,
  -- How many steps were filled in without a refusal.
  "steps" smallint not null,
  "changedAt" timestamptz(3) not null,
  "fileName" text,
  "contentType" text,
  "size" integer,
  "sha256" text,
  "storageKey" text,
  -- When a scanner found nothing in it; null: none was asked.
  "scannedAt" timestamptz(3),
  "uploadedAt" timestamptz(3),
  constraint "submit_draft_pkey" primary key ("userId", "token"),
  constraint "submit_draft_userId_fkey" foreign key ("userId") references "user" ("id") on delete restrict on update cascade,
  constraint "submit_draft_bounded" check ("steps" between 0 and 2 and octet_length("typed"::text) <= 600000),
  constraint "submit_draft_contract_whole" check (
    num_nonnulls("fileName", "contentType", "size", "sha256", "storageKey", "uploadedAt") in (0, 6) and "size" > 0
  )
);
create unique index "submit_draft_storageKey_key" on "submit_draft" ("storageKey");
create index "submit_draft_of_age" on "submit_draft" ("changedAt");

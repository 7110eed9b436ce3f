-- Forms that were sent once, and files that were moved to their place before the row that points at them was written.

create table "form_token" (
  "token" uuid not null,
  "userId" uuid not null,
  "escrowId" uuid not null,
  "usedAt" timestamptz(3) not null default current_timestamp,
  -- Sending a form twice, at the same instant too, does its work once.
  constraint "form_token_pkey" primary key ("token")
);
create index "form_token_usedAt_idx" on "form_token" ("usedAt");
alter table "form_token" add constraint "form_token_userId_fkey" foreign key ("userId") references "user" ("id") on delete cascade on update cascade;
alter table "form_token" add constraint "form_token_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete cascade on update cascade;

create table "file_intent" (
  "storageKey" text not null,
  "createdAt" timestamptz(3) not null default current_timestamp,
  constraint "file_intent_pkey" primary key ("storageKey")
);
create index "file_intent_createdAt_idx" on "file_intent" ("createdAt");

-- A new address counts when a link that only its mailbox got was followed; the old one hears of it, and can put a stop to it.
alter type "TokenPurpose" add value 'change_email';
alter type "TokenPurpose" add value 'keep_email';

create table "email_change" (
  "id" uuid not null,
  "userId" uuid not null,
  "fromEmail" text not null,
  "toEmail" text not null,
  -- Whether the old address had been confirmed: it is again what it was when the change is stopped.
  "fromConfirmedAt" timestamptz(3),
  "createdAt" timestamptz(3) not null,
  "doneAt" timestamptz(3),
  "stoppedAt" timestamptz(3),
  constraint "email_change_pkey" primary key ("id"),
  constraint "email_change_userId_fkey" foreign key ("userId") references "user" ("id") on delete cascade on update cascade,
  constraint "email_change_changes" check ("toEmail" <> "fromEmail"),
  constraint "email_change_stopped_after" check ("stoppedAt" >= "doneAt")
);
create index "email_change_userId_idx" on "email_change" ("userId");

-- The change that a link is about, for the two purposes that are about one.
alter table "account_token" add column "emailChangeId" uuid;
alter table "account_token" add constraint "account_token_emailChangeId_fkey"
  foreign key ("emailChangeId") references "email_change" ("id") on delete cascade on update cascade;
alter table "account_token" add constraint "account_token_names_its_change"
  check (("emailChangeId" is not null) = ("purpose"::text in ('change_email', 'keep_email')));
create index "account_token_emailChangeId_idx" on "account_token" ("emailChangeId");

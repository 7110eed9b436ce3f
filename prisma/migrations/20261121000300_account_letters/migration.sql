-- Confirmed e-mail addresses, and the tokens behind the links of account letters.

-- Existing accounts were never asked: their addresses count as unconfirmed.
alter table "user" add column "emailConfirmedAt" timestamptz(3);

create type "TokenPurpose" as enum ('confirm_email', 'reset_password');

create table "account_token" (
  "id" uuid not null,
  "userId" uuid not null,
  "purpose" "TokenPurpose" not null,
  "tokenHash" text not null,
  "createdAt" timestamptz(3) not null default current_timestamp,
  "expiresAt" timestamptz(3) not null,
  "usedAt" timestamptz(3),
  constraint "account_token_pkey" primary key ("id")
);
create unique index "account_token_tokenHash_key" on "account_token" ("tokenHash");
-- One live link per account and purpose.
create unique index "account_token_userId_purpose_key" on "account_token" ("userId", "purpose");
create index "account_token_expiresAt_idx" on "account_token" ("expiresAt");
alter table "account_token" add constraint "account_token_userId_fkey" foreign key ("userId") references "user" ("id") on delete cascade on update cascade;
alter table "account_token" add constraint "account_token_expires_later" check ("expiresAt" > "createdAt");
-- A SHA-256 in lower-case hexadecimal: a clear token can never be stored by mistake.
alter table "account_token" add constraint "account_token_holds_a_hash" check ("tokenHash" ~ '^[0-9a-f]{64}$');

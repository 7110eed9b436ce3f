-- People see their sessions and end them: each has a name for the outside, the browser, and about where it comes from. A session
-- that waits for the second factor opens nothing but the page that asks for it.
alter table "session"
  add column "id" uuid not null default gen_random_uuid(),
  add column "browser" text,
  add column "system" text,
  add column "network" text,
  add column "awaitsCode" boolean not null default false,
  add column "codeAt" timestamptz(3);
create unique index "session_id_key" on "session" ("id");
-- Rows are many only where an hour's sessions are: checking them takes no time.
alter table "session" add constraint "session_with_code_awaits_none" check (not "awaitsCode" or "codeAt" is null);

-- What an escrow pays for is a milestone (decision 147): the dates of a trade get an id, a number and an amount, and an escrow without dates a milestone
-- without them. No row is read or written here: rows of before are given theirs by the worker.
set local lock_timeout = '3s';

alter table "trade_dates" rename to "milestone";
alter table "milestone" rename constraint "trade_dates_pkey" to "milestone_pkey";
alter table "milestone" rename constraint "trade_dates_escrowId_fkey" to "milestone_escrowId_fkey";
alter table "milestone" rename constraint "trade_dates_examine_days" to "milestone_examine_days";
alter table "milestone" rename constraint "trade_dates_silence_known" to "milestone_silence_known";
alter table "milestone" rename constraint "trade_dates_weekend" to "milestone_weekend";
alter table "milestone" rename constraint "trade_dates_documents_asked_for" to "milestone_documents_asked_for";
alter table "milestone"
  add column "id" uuid,
  add column "ordinal" integer not null default 1,
  add column "amount" decimal(30, 7),
  alter column "fundBy" drop not null,
  alter column "presentBy" drop not null,
  alter column "examineDays" drop not null,
  alter column "onSilence" drop not null,
  add constraint "milestone_numbered" check ("ordinal" >= 1) not valid,
  add constraint "milestone_of_something" check ("amount" > 0) not valid,
  -- All dates, or none, and then no documents either.
  add constraint "milestone_dates_whole" check (num_nonnulls("fundBy", "presentBy", "examineDays", "onSilence") in (0, 4)) not valid,
  add constraint "milestone_documents_by_dates" check ("fundBy" is not null or "documents" = '{}') not valid;
alter table "milestone" alter column "id" set default gen_random_uuid();

-- For processes of the version before, which read, write and move the dates of a trade by the old name; the release after drops it.
create view "trade_dates" as
  select "escrowId", "fundBy", "presentBy", "examineDays", "onSilence", "createdAt", "documents", "weekend"
  from "milestone" where "fundBy" is not null;

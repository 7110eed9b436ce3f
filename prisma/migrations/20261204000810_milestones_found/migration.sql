-- In steps
-- A milestone has a number of its own in its escrow, and what is of it names both (decision 147). What has none yet is found by the worker.
create unique index concurrently if not exists "milestone_id_key" on "milestone" ("id");
create unique index concurrently if not exists "milestone_of_escrow" on "milestone" ("id", "escrowId");
create unique index concurrently if not exists "milestone_ordinal" on "milestone" ("escrowId", "ordinal");
alter table "milestone" validate constraint "milestone_numbered";
alter table "milestone" validate constraint "milestone_of_something";
alter table "milestone" validate constraint "milestone_dates_whole";
alter table "milestone" validate constraint "milestone_documents_by_dates";

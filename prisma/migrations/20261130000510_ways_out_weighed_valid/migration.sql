-- In steps
-- Of 20261130000500: looked at beside all other work.
alter table "hold_exit" validate constraint "hold_exit_limits_known";
alter table "hold_exit" validate constraint "hold_exit_waits_known";
-- With which comparison a way out was signed.
create index concurrently if not exists "screening_exitId_idx" on "screening" ("exitId") where "exitId" is not null;
-- What counts against the limits of an hour and a day, and what waits for a second operator.
create index concurrently if not exists "hold_exit_cleared" on "hold_exit" ("clearedAt") where "aboveLimit" is null;
create index concurrently if not exists "hold_exit_above_limit" on "hold_exit" ("createdAt", "id")
  where "aboveLimit" is not null and "clearedAt" is null and "state" in ('collecting', 'ready');

-- In steps
-- Of 20261130000500: looked at beside all other work.
alter table "hold_exit" validate constraint "hold_exit_limits_known";
alter table "hold_exit" validate constraint "hold_exit_waits_known";
-- With which comparison a way out was signed.
create index concurrently if not exists "screening_exitId_idx" on "screening" ("exitId") where "exitId" is not null;

-- In steps
-- Of 20261130000830: looked at beside all other work.

alter table "payout" validate constraint "payout_failures_counted";
alter table "payout" validate constraint "payout_waits_for_something";
alter table "hold_exit" validate constraint "hold_exit_waits_known";

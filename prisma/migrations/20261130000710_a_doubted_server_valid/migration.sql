-- In steps
-- Of 20261130000700: looked at beside all other work.

alter table "payout" validate constraint "payout_waits_for_something";
alter table "hold_exit" validate constraint "hold_exit_waits_known";

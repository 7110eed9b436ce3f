-- In steps
-- Of 20261127000500: the rule of what a payout may wait for, looked at beside all other work.
alter table "payout" validate constraint "payout_waits_for_something";

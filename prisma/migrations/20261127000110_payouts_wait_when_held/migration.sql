-- In steps
-- Of 20261127000100: the rules of held payouts, looked at beside all other work.
alter table "payout" validate constraint "payout_held_rests";
alter table "payout" validate constraint "payout_waits_for_something";

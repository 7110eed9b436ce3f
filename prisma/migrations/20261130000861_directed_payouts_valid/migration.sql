-- In steps
-- Of 20261130000860: looked at beside all other work.
alter table "payout" validate constraint "payout_limits_known";
alter table "payout_approval" validate constraint "payout_approval_limit_known";

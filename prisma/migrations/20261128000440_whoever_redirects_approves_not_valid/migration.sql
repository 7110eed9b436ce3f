-- In steps
-- Of 20261128000430: whoever redirected is a user, looked at beside all other work.
alter table "payout" validate constraint "payout_redirected_by";

-- Payouts that operators direct with nobody else's word have a limit of a day of their own.
set local lock_timeout = '3s';

alter table "payout" drop constraint "payout_limits_known",
  add constraint "payout_limits_known" check ("aboveLimit" in ('price', 'payout', 'hour', 'day', 'directed')) not valid;
alter table "payout_approval" drop constraint "payout_approval_limit_known",
  add constraint "payout_approval_limit_known" check ("aboveLimit" in ('price', 'payout', 'hour', 'day', 'directed')) not valid;

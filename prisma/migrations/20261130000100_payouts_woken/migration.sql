-- How often a person's decision has woken a payout: a round that looked at it before does not send it back to wait.
set local lock_timeout = '3s';

alter table "payout" add column "wakes" integer not null default 0;

-- In steps
-- Of 20261130000840: looked at beside all other work.
alter table "payout" validate constraint "payout_waits_for_something";
-- Payments out that no envelope of ours explains are few.
create index concurrently if not exists "outgoing_transaction_past_books" on "outgoing_transaction" ("account", "closedAt")
  where "explanation" is distinct from 'payout' and "explanation" is distinct from 'treasury';

-- In steps
-- What carries out a settlement is found by it, and what has none yet by the worker (decision 142).
create index concurrently if not exists "payout_of_settlement" on "payout" ("settlementId") where "settlementId" is not null;
create index concurrently if not exists "hold_exit_of_settlement" on "hold_exit" ("settlementId") where "settlementId" is not null;
create index concurrently if not exists "payout_without_settlement" on "payout" ("escrowId") where "settlementId" is null and "escrowId" is not null;
create index concurrently if not exists "hold_exit_without_settlement" on "hold_exit" ("escrowId") where "settlementId" is null and "state" <> 'dead';
alter table "payout" validate constraint "payout_settlement_fkey";
alter table "hold_exit" validate constraint "hold_exit_settlement_fkey";

-- In steps
-- What keeps an escrow to one living way out, and finds those that are due, is there before their rows are (decision 145). Indexes of payouts that would
-- have rows of ways out leave them out.
create unique index concurrently if not exists "transfer_hash_key" on "transfer" ("hash");
create unique index concurrently if not exists "transfer_one_way_out" on "transfer" ("escrowId") where "lockId" is not null and "state" <> 'dead';
create index concurrently if not exists "transfer_of_lock" on "transfer" ("lockId") where "lockId" is not null;
create index concurrently if not exists "transfer_ways_out_open" on "transfer" ("state", "updatedAt", "id")
  where "lockId" is not null and "state" in ('collecting', 'ready', 'submitted');
create unique index concurrently if not exists "transfer_one_share" on "transfer" ("escrowId", "purpose")
  where "purpose" in ('release', 'refund') and "lockId" is null;
create index concurrently if not exists "transfer_shares_of_asset" on "transfer" ("asset", "escrowId") include ("state")
  where "purpose" in ('release', 'refund') and "lockId" is null;
create index concurrently if not exists "transfer_payouts_unsettled" on "transfer" ("createdAt", "id") where "state" <> 'confirmed' and "lockId" is null;
drop index concurrently if exists "payout_one_settlement";
drop index concurrently if exists "payout_settlement_idx";
drop index concurrently if exists "payout_unsettled_idx";
alter table "transfer" validate constraint "transfer_lock_fkey";
alter table "transfer" validate constraint "transfer_of_account_or_lock";
alter table "transfer" validate constraint "transfer_envelope_whole";
alter table "transfer" validate constraint "transfer_dead_has_reason";
alter table "transfer" validate constraint "transfer_waits_known";
alter table "transfer" validate constraint "transfer_waits_in_queue";

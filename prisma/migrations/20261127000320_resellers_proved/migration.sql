-- In steps
-- Of 20261127000310: looked at and built beside all other work.
create unique index concurrently if not exists "payout_resellerPayoutId_key" on "payout" ("resellerPayoutId");
create index concurrently if not exists "reseller_earning_of_reseller_idx" on "reseller_earning" ("resellerId", "createdAt", "id");
create index concurrently if not exists "reseller_earning_accrued_idx" on "reseller_earning" ("createdAt", "id") where "status" = 'accrued';
create index concurrently if not exists "reseller_earning_unpaid_idx" on "reseller_earning" ("resellerId", "createdAt", "id") where "status" in ('accrued', 'payable');
create index concurrently if not exists "reseller_earning_resellerPayoutId_idx" on "reseller_earning" ("resellerPayoutId");
drop index concurrently if exists "reseller_earning_resellerId_idx";
alter table "reseller_earning" validate constraint "reseller_earning_resellerId_fkey";
alter table "reseller_earning" validate constraint "reseller_earning_resellerPayoutId_fkey";
alter table "reseller_earning" validate constraint "reseller_earning_reversedById_fkey";
alter table "reseller_earning" validate constraint "reseller_earning_state_whole";
alter table "payout" validate constraint "payout_resellerPayoutId_fkey";
alter table "payout" validate constraint "payout_of_one_thing";
alter table "payout" validate constraint "payout_paid_from_known";
alter table "payout" validate constraint "payout_waits_for_something";
alter table "book_entry" validate constraint "book_entry_kind_known";
alter table "book_posting" validate constraint "book_posting_account_known";

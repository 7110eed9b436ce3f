-- In steps
-- An operator approves a payout once for a wallet, and one operator what is to be locked (decision 146). The index of before would let one operator
-- approve one lock of a wallet only.
create unique index concurrently if not exists "settlement_approval_of_payout" on "settlement_approval" ("payoutId", "operatorId", "address", "memo")
  nulls not distinct where "payoutId" is not null;
create unique index concurrently if not exists "settlement_approval_clearanceId_key" on "settlement_approval" ("clearanceId");
drop index concurrently if exists "payout_approval_once";
alter table "settlement_approval" validate constraint "settlement_approval_clearanceId_fkey";
alter table "settlement_approval" validate constraint "settlement_approval_of_one";

-- What a second person approves stands in one table, of a payout or of what a ledger is to hold (decision 146): "payout_approval" gets another name and the
-- key to a clearance. And each operator who gives a payout another wallet stays known, not only the last.
set local lock_timeout = '3s';

alter table "payout_approval" rename to "settlement_approval";
alter table "settlement_approval" rename constraint "payout_approval_pkey" to "settlement_approval_pkey";
alter table "settlement_approval" rename constraint "payout_approval_payoutId_fkey" to "settlement_approval_payoutId_fkey";
alter table "settlement_approval" rename constraint "payout_approval_operatorId_fkey" to "settlement_approval_operatorId_fkey";
alter table "settlement_approval" rename constraint "payout_approval_has_reason" to "settlement_approval_has_reason";
alter table "settlement_approval" rename constraint "payout_approval_limit_known" to "settlement_approval_limit_known";
alter table "settlement_approval"
  alter column "payoutId" drop not null,
  add column "clearanceId" uuid,
  add constraint "settlement_approval_clearanceId_fkey"
    foreign key ("clearanceId") references "hold_clearance" ("id") on delete restrict on update cascade not valid,
  add constraint "settlement_approval_of_one" check (num_nonnulls("payoutId", "clearanceId") = 1) not valid;

-- For processes of the version before, which read and write approvals of payouts by the old name; the release after drops it.
create view "payout_approval" as
  select "id", "payoutId", "operatorId", "address", "memo", "usdValue", "aboveLimit", "reason", "at"
  from "settlement_approval" where "payoutId" is not null;

create table "payout_redirect" (
  "payoutId" uuid not null,
  "operatorId" uuid not null,
  "at" timestamptz(3) not null default now(),
  constraint "payout_redirect_pkey" primary key ("payoutId", "operatorId"),
  constraint "payout_redirect_payoutId_fkey" foreign key ("payoutId") references "transfer" ("id") on delete restrict on update cascade,
  constraint "payout_redirect_operatorId_fkey" foreign key ("operatorId") references "user" ("id") on delete restrict on update cascade
);

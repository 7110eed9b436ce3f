-- What one release kept for processes of the version before it goes (decisions 145, 146, 147): old names, and who approved a clearance by its columns.
set local lock_timeout = '3s';

drop view if exists "hold_exit";
drop cast if exists ("payout" as "transfer");
drop view if exists "payout";
drop view if exists "payout_approval";
drop view if exists "trade_dates";
drop type if exists "HoldExitKind";
drop type if exists "HoldExitState";

-- What was approved by the columns between migration 20261204000770 and its triggers.
do $$ begin
  if exists (select 1 from information_schema.columns where "table_name" = 'hold_clearance' and "column_name" = 'approvedById') then
    alter table "settlement_approval" disable trigger user;
    insert into "settlement_approval" ("id", "clearanceId", "operatorId", "address", "memo", "usdValue", "aboveLimit", "reason", "at")
      select gen_random_uuid(), c."id", c."approvedById", a."sellerWallet", a."sellerTag", c."usdValue", c."aboveLimit", c."approvalReason", c."approvedAt"
      from "hold_clearance" c join "hold_agreement" a on a."id" = c."agreementId" where c."approvedById" is not null
      on conflict ("clearanceId") do nothing;
    alter table "settlement_approval" enable trigger user;
  end if;
end $$;

-- Their functions go after the migrations; without these triggers nothing writes the columns meanwhile.
drop trigger if exists "settlement_approval_in_columns" on "settlement_approval";
drop trigger if exists "hold_clearance_approved_by_columns" on "hold_clearance";
alter table "hold_clearance"
  drop column if exists "approvedById" cascade, drop column if exists "approvedAt" cascade, drop column if exists "approvalReason" cascade;

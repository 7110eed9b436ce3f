-- How the money of an escrow ends, and why, is a row (decision 142). Payouts and ways out point to it; those of before are given one by the worker.
set local lock_timeout = '3s';

create type "SettlementCause" as enum ('approval', 'agreed_refund', 'deadline', 'division', 'decision', 'excess');

create table "settlement" (
  "id" uuid not null,
  "escrowId" uuid not null,
  -- Written by a trigger (settlement_needs_right), but for an excess and the date of a ledger.
  "cause" "SettlementCause" not null,
  "toSeller" decimal(30, 7) not null,
  "toBuyer" decimal(30, 7) not null,
  "divisionId" uuid,
  "disputeId" uuid,
  "createdAt" timestamptz(3) not null,
  -- When it was over without being carried out.
  "deadAt" timestamptz(3),
  constraint "settlement_pkey" primary key ("id"),
  constraint "settlement_of_escrow" unique ("id", "escrowId"),
  constraint "settlement_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade,
  constraint "settlement_divisionId_fkey" foreign key ("divisionId") references "division" ("id") on delete restrict on update cascade,
  constraint "settlement_disputeId_fkey" foreign key ("disputeId") references "dispute" ("id") on delete restrict on update cascade,
  constraint "settlement_gives_something" check ("toSeller" >= 0 and "toBuyer" >= 0 and "toSeller" + "toBuyer" > 0),
  constraint "settlement_cause_has_its_row" check (
    case "cause" when 'division' then "divisionId" is not null when 'decision' then "divisionId" is null and "disputeId" is not null
      else "divisionId" is null and "disputeId" is null end
  ),
  constraint "settlement_all_to_one" check (
    case "cause" when 'approval' then "toBuyer" = 0 when 'agreed_refund' then "toSeller" = 0 when 'deadline' then "toSeller" = 0
      when 'excess' then "toSeller" = 0 and "deadAt" is null else true end
  )
);
create unique index "settlement_one" on "settlement" ("escrowId") where "deadAt" is null and "cause" <> 'excess';
create index "settlement_escrowId" on "settlement" ("escrowId", "createdAt");

alter table "payout"
  add column "settlementId" uuid,
  add constraint "payout_settlement_fkey" foreign key ("settlementId", "escrowId")
    references "settlement" ("id", "escrowId") on delete restrict on update cascade not valid;
alter table "hold_exit"
  add column "settlementId" uuid,
  add constraint "hold_exit_settlement_fkey" foreign key ("settlementId", "escrowId")
    references "settlement" ("id", "escrowId") on delete restrict on update cascade not valid;

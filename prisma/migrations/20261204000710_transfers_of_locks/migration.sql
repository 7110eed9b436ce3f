-- "transfer" gets what a way out has and a payout has not (decision 145). No row is read or written for it, and processes of the version before go on
-- writing payouts.
set local lock_timeout = '3s';

alter table "transfer"
  -- What it takes off a ledger, all of it; null: it is paid from an account of ours.
  add column "lockId" uuid,
  add column "description" jsonb,
  add column "hash" text,
  add column "xdr" text,
  add column "deadReason" text,
  alter column "address" drop not null,
  alter column "paidFrom" drop not null,
  add constraint "transfer_lock_fkey" foreign key ("lockId", "escrowId")
    references "hold_lock" ("id", "escrowId") on delete restrict on update cascade not valid,
  add constraint "transfer_of_account_or_lock" check (
    case when "lockId" is null then
      "purpose"::text not in ('division', 'expiry') and "state"::text not in ('collecting', 'ready', 'dead')
        and num_nonnulls("paidFrom", "address") = 2 and num_nonnulls("description", "hash", "xdr", "deadReason") = 0
    else
      "purpose"::text in ('release', 'refund', 'division', 'expiry')
        and "state"::text in ('collecting', 'ready', 'submitted', 'confirmed', 'dead')
        and num_nonnulls("escrowId", "settlementId") = 2 and ("settledHash" is null) = ("settledAt" is null)
        and num_nonnulls("paidFrom", "address", "memo", "lane", "heldAt", "usdValue", "aboveLimit", "clearedAt", "redirectedById", "retriedAt",
          "feePaid") = 0
    end
  ) not valid,
  add constraint "transfer_envelope_whole" check (
    num_nonnulls("hash", "xdr") in (0, 2) and ("hash" is null or "description" is not null)
  ) not valid,
  add constraint "transfer_dead_has_reason" check (("state"::text = 'dead') = ("deadReason" is not null)) not valid,
  drop constraint "payout_waits_for_something",
  add constraint "transfer_waits_known" check (
    "waitsFor" in ('turn', 'stopped', 'cover', 'float', 'fees', 'second_operator', 'ledger', 'history', 'signer', 'held', 'no_key', 'check', 'lists',
      'error', 'doubt')
    or ("lockId" is not null and "waitsFor" ~ '^(wallet|held)_')
  ) not valid,
  drop constraint "payout_waits_in_queue",
  add constraint "transfer_waits_in_queue" check ("waitsFor" is null or "state" in ('queued', 'blocked') or "lockId" is not null) not valid;

-- The version before sees payouts alone. With every column in its place: see the cast of 20261204000700.
create or replace view "payout" as select * from "transfer" where "lockId" is null with local check option;

-- Escrows that the ledger itself holds (docs/decisions/087): what was agreed before the buyer locks, what was found locked, the
-- ways out with their signatures, and what the keepers signed. What must never happen is refused by the migrations that follow.
set local lock_timeout = '3s';

create type "HeldBy" as enum ('quayside', 'ledger');
create type "HoldEnd" as enum ('released', 'refunded', 'divided', 'expired');
create type "HoldExitKind" as enum ('release', 'refund', 'division', 'expiry');
create type "HoldExitState" as enum ('collecting', 'ready', 'sent', 'confirmed', 'dead');
create type "HoldPurpose" as enum ('opening', 'wrap', 'finish', 'cancel');

alter table "escrow" add column "heldBy" "HeldBy" not null default 'quayside';

create table "hold" (
  "escrowId" uuid not null,
  "buyerWallet" text not null,
  -- The ledgers know whole seconds only.
  "deadline" timestamptz(3) not null,
  "createdAt" timestamptz(3) not null,
  constraint "hold_pkey" primary key ("escrowId"),
  constraint "hold_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade,
  constraint "hold_deadline_whole" check (extract(epoch from "deadline") = floor(extract(epoch from "deadline"))),
  constraint "hold_wallet_stated" check (btrim("buyerWallet") <> '')
);
-- Whose date has come.
create index "hold_deadline" on "hold" ("deadline");

create table "hold_agreement" (
  "id" uuid not null,
  "escrowId" uuid not null,
  "sellerWallet" text not null,
  "sellerTag" text,
  "agreedById" uuid not null,
  "agreedAt" timestamptz(3) not null,
  -- When the seller stated another wallet.
  "supersededAt" timestamptz(3),
  -- Stellar: the account of two signatures, who else has to do with it, and when the ledger had it.
  "account" text,
  "arbiter" text,
  "sponsor" text,
  "openedAt" timestamptz(3),
  -- XRP Ledger: what locks, and what opens it, sealed with a key that only the worker has.
  "condition" text,
  "sealedFulfilment" text,
  -- When the ledger was last asked for what is locked for it.
  "lookedAt" timestamptz(3),
  -- From when on nothing can be locked for it any more, so nobody asks.
  "closedAt" timestamptz(3),
  constraint "hold_agreement_pkey" primary key ("id"),
  constraint "hold_agreement_escrowId_fkey" foreign key ("escrowId") references "hold" ("escrowId") on delete restrict on update cascade,
  constraint "hold_agreement_agreedById_fkey" foreign key ("agreedById") references "user" ("id") on delete restrict on update cascade,
  constraint "hold_agreement_wallet_stated" check (btrim("sellerWallet") <> ''),
  constraint "hold_agreement_account_whole" check (num_nonnulls("account", "arbiter", "sponsor") in (0, 3)),
  constraint "hold_agreement_opened_account" check ("openedAt" is null or "account" is not null),
  constraint "hold_agreement_secret_whole" check (num_nonnulls("condition", "sealedFulfilment") in (0, 2)),
  constraint "hold_agreement_one_ledger" check ("account" is null or "condition" is null)
);
create unique index "hold_agreement_one_current" on "hold_agreement" ("escrowId") where "supersededAt" is null;
create unique index "hold_agreement_id_escrowId_key" on "hold_agreement" ("id", "escrowId");
create unique index "hold_agreement_account_key" on "hold_agreement" ("account");
create unique index "hold_agreement_condition_key" on "hold_agreement" ("condition");
create index "hold_agreement_of_escrow" on "hold_agreement" ("escrowId", "agreedAt");
create index "hold_agreement_of_person" on "hold_agreement" ("agreedById");
-- For the worker: those that still need an account or a secret, and those for which something may be locked.
create index "hold_agreement_to_prepare" on "hold_agreement" ("agreedAt", "id")
  where "supersededAt" is null and "closedAt" is null and "openedAt" is null and "condition" is null;
create index "hold_agreement_watched" on "hold_agreement" ("lookedAt" nulls first, "id")
  where "closedAt" is null and ("openedAt" is not null or "condition" is not null);

create table "hold_lock" (
  "id" uuid not null,
  "escrowId" uuid not null,
  "agreementId" uuid not null,
  -- Stellar.
  "balanceId" text,
  -- XRP Ledger: who made it, and the number of the transaction that did.
  "owner" text,
  "sequence" bigint,
  "hash" text not null,
  "lockedAt" timestamptz(3) not null,
  "foundAt" timestamptz(3) not null,
  -- Names of app/domain/held/differences.ts; empty: as agreed.
  "differences" text[] not null default '{}',
  -- It has funded its escrow.
  "counts" boolean not null default false,
  "end" "HoldEnd",
  "endHash" text,
  "endedAt" timestamptz(3),
  -- When the ledger was last asked whether it is there still.
  "lookedAt" timestamptz(3),
  constraint "hold_lock_pkey" primary key ("id"),
  constraint "hold_lock_agreementId_escrowId_fkey" foreign key ("agreementId", "escrowId")
    references "hold_agreement" ("id", "escrowId") on delete restrict on update cascade,
  constraint "hold_lock_one_ledger" check (
    case when "balanceId" is null then num_nonnulls("owner", "sequence") = 2 else num_nonnulls("owner", "sequence") = 0 end
  ),
  constraint "hold_lock_sequence_known" check ("sequence" between 1 and 4294967295),
  constraint "hold_lock_counts_as_agreed" check (not "counts" or "differences" = '{}'),
  constraint "hold_lock_end_whole" check (num_nonnulls("end", "endHash", "endedAt") in (0, 3))
);
create unique index "hold_lock_balanceId_key" on "hold_lock" ("balanceId");
create unique index "hold_lock_owner_sequence_key" on "hold_lock" ("owner", "sequence");
create unique index "hold_lock_id_escrowId_key" on "hold_lock" ("id", "escrowId");
create unique index "hold_lock_one_counts" on "hold_lock" ("escrowId") where "counts";
create index "hold_lock_of_agreement" on "hold_lock" ("agreementId");
create index "hold_lock_of_escrow" on "hold_lock" ("escrowId");
-- What the ledger holds still.
create index "hold_lock_open" on "hold_lock" ("lookedAt" nulls first, "id") where "end" is null;

create table "hold_exit" (
  "id" uuid not null,
  "escrowId" uuid not null,
  -- What it takes out.
  "lockId" uuid not null,
  "kind" "HoldExitKind" not null,
  "state" "HoldExitState" not null default 'collecting',
  -- Stellar: HeldExit, or what writeExpiry answered. XRP Ledger: the escrow's key.
  "description" jsonb not null,
  -- Stellar: of the transaction that is signed, and its envelope without signatures.
  "hash" text,
  "xdr" text,
  "toSeller" numeric(30, 7) not null,
  "toBuyer" numeric(30, 7) not null,
  -- What gives the right to it, where it is not the record itself: the agreed division, or the operator's decision.
  "divisionId" uuid,
  "disputeId" uuid,
  -- sequence_used, superseded, or the ledger's own code.
  "deadReason" text,
  "settledHash" text,
  "settledAt" timestamptz(3),
  "createdAt" timestamptz(3) not null,
  "updatedAt" timestamptz(3) not null,
  constraint "hold_exit_pkey" primary key ("id"),
  constraint "hold_exit_escrowId_fkey" foreign key ("escrowId") references "hold" ("escrowId") on delete restrict on update cascade,
  constraint "hold_exit_lockId_escrowId_fkey" foreign key ("lockId", "escrowId")
    references "hold_lock" ("id", "escrowId") on delete restrict on update cascade,
  constraint "hold_exit_divisionId_fkey" foreign key ("divisionId") references "division" ("id") on delete restrict on update cascade,
  constraint "hold_exit_disputeId_fkey" foreign key ("disputeId") references "dispute" ("id") on delete restrict on update cascade,
  constraint "hold_exit_shares_fit" check (
    case "kind"
      when 'release' then "toSeller" > 0 and "toBuyer" = 0
      when 'division' then "toSeller" > 0 and "toBuyer" > 0
      else "toSeller" = 0 and "toBuyer" > 0
    end
  ),
  constraint "hold_exit_transaction_whole" check (num_nonnulls("hash", "xdr") in (0, 2)),
  constraint "hold_exit_dead_has_reason" check (("state" = 'dead') = ("deadReason" is not null)),
  constraint "hold_exit_confirmed_has_hash" check (
    ("state" = 'confirmed') = ("settledHash" is not null) and ("settledHash" is null) = ("settledAt" is null)
  )
);
-- One at a time, and one for ever once it is confirmed.
create unique index "hold_exit_one_living" on "hold_exit" ("escrowId") where "state" <> 'dead';
create unique index "hold_exit_hash_key" on "hold_exit" ("hash");
create unique index "hold_exit_settledHash_key" on "hold_exit" ("settledHash");
create index "hold_exit_of_escrow" on "hold_exit" ("escrowId", "createdAt");
create index "hold_exit_of_lock" on "hold_exit" ("lockId");
create index "hold_exit_of_division" on "hold_exit" ("divisionId");
create index "hold_exit_of_dispute" on "hold_exit" ("disputeId");
-- What is on its way, by who looked at it last.
create index "hold_exit_open" on "hold_exit" ("state", "updatedAt", "id") where "state" in ('collecting', 'ready', 'sent');

create table "hold_signature" (
  "exitId" uuid not null,
  "address" text not null,
  "signature" text not null,
  "addedAt" timestamptz(3) not null,
  constraint "hold_signature_pkey" primary key ("exitId", "address"),
  constraint "hold_signature_exitId_fkey" foreign key ("exitId") references "hold_exit" ("id") on delete restrict on update cascade
);

-- What a keeper signed, stored before it is sent, as the envelope of a payout is. `hash` of a wrap: the inner one.
create table "hold_attempt" (
  "id" uuid not null,
  "purpose" "HoldPurpose" not null,
  "agreementId" uuid,
  "exitId" uuid,
  "network" "Network" not null,
  "hash" text not null,
  "blob" text not null,
  "source" text not null,
  "sequence" text not null,
  "laneKey" text not null,
  "validUntil" text not null,
  "validFrom" text,
  "leaseEpoch" bigint not null,
  "state" "AttemptState" not null default 'live',
  "code" text,
  "feePaid" numeric(30, 7),
  "createdAt" timestamptz(3) not null,
  "closedAt" timestamptz(3),
  constraint "hold_attempt_pkey" primary key ("id"),
  constraint "hold_attempt_agreementId_fkey" foreign key ("agreementId") references "hold_agreement" ("id") on delete restrict on update cascade,
  constraint "hold_attempt_exitId_fkey" foreign key ("exitId") references "hold_exit" ("id") on delete restrict on update cascade,
  constraint "hold_attempt_of_one" check (
    case "purpose" when 'opening' then "agreementId" is not null and "exitId" is null else "agreementId" is null and "exitId" is not null end
  ),
  constraint "hold_attempt_network_fits" check (("purpose" in ('finish', 'cancel')) = ("network" = 'xrpl')),
  constraint "hold_attempt_closed_has_time" check (("state" = 'live') = ("closedAt" is null))
);
create unique index "hold_attempt_hash_key" on "hold_attempt" ("hash");
create unique index "hold_attempt_one_opening" on "hold_attempt" ("agreementId") where "state" in ('live', 'settled');
create unique index "hold_attempt_one_of_exit" on "hold_attempt" ("exitId") where "state" in ('live', 'settled');
create unique index "hold_attempt_one_live_per_lane" on "hold_attempt" ("laneKey") where "state" = 'live';
create index "hold_attempt_of_agreement" on "hold_attempt" ("agreementId");
create index "hold_attempt_of_exit" on "hold_attempt" ("exitId");
-- Which of the ledger's tickets were ever taken.
create index "hold_attempt_network_sequence_idx" on "hold_attempt" ("network", "sequence");
-- What is on its way on a ledger.
create index "hold_attempt_live" on "hold_attempt" ("network", "createdAt", "id") where "state" = 'live';

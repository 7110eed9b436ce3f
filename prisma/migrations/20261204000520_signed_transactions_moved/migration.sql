-- "payout_attempt" becomes "transfer_attempt", and what keepers and paying accounts signed beside payouts is copied into it (decision 140): one row
-- per step of a settlement that a ledger holds, and per making of lanes.
set local lock_timeout = '3s';

-- While the rows are copied everybody reads, and only workers wait, who write here. What follows takes no time.
lock table "payout_attempt", "hold_attempt", "treasury_transaction" in share row exclusive mode;

-- The triggers ask whether something may be signed; these were, and stay as they are. Checks, keys and unique indexes see them.
alter table "payout_attempt" disable trigger user;

insert into "payout_attempt" ("id", "purpose", "exitId", "agreementId", "network", "hash", "blob", "source", "sequence", "laneKey", "validUntil",
    "validFrom", "leaseEpoch", "state", "code", "feePaid", "createdAt", "closedAt")
  select "id", "purpose"::text::"TransferPurpose", "exitId", "agreementId", "network", "hash", "blob", "source", "sequence", "laneKey", "validUntil",
    "validFrom", "leaseEpoch", "state", "code", "feePaid", "createdAt", "closedAt" from "hold_attempt";

insert into "payout_attempt" ("id", "purpose", "claimableId", "network", "hash", "blob", "source", "sequence", "validUntil", "validFrom",
    "leaseEpoch", "state", "code", "feePaid", "funds", "createdAt", "closedAt")
  select "id", "purpose"::text::"TransferPurpose", "claimableId", "network", "hash", "blob", "source", "sequence", "validUntil", "validFrom",
    "leaseEpoch", "state", "code", "feePaid", "funds", "createdAt", "closedAt" from "treasury_transaction";

alter table "payout_attempt" enable trigger user;

alter table "payout_attempt" alter column "purpose" drop default;
alter table "payout_attempt" rename to "transfer_attempt";
alter table "transfer_attempt" rename constraint "payout_attempt_pkey" to "transfer_attempt_pkey";
alter table "transfer_attempt" rename constraint "payout_attempt_payoutId_fkey" to "transfer_attempt_payoutId_fkey";
alter index "payout_attempt_hash_key" rename to "transfer_attempt_hash_key";
alter index "payout_attempt_payoutId_idx" rename to "transfer_attempt_payoutId_idx";
alter index "payout_attempt_network_sequence_idx" rename to "transfer_attempt_network_sequence_idx";
alter index "payout_attempt_one_live_or_settled" rename to "transfer_attempt_one_of_payout";
alter index "payout_attempt_one_live_per_lane" rename to "transfer_attempt_one_live_per_lane";

drop table "hold_attempt";
drop table "treasury_transaction";

-- Rows are kept from here on, until the text of prisma/functions takes its place.
alter function "keep_payout_attempt"() rename to "keep_transfer_attempt";
drop function "keep_treasury_transaction"();
drop function "may_be_settled"();
drop function "lanes_may_be_signed"();

-- For processes of the version before, until the release after this one: they read what they know. Nothing is written through them, because a view
-- of more than one table takes no writes: what such a worker has signed is not stored, and so not sent.
create view "payout_attempt" as
  select "id", "payoutId", "network", "hash", "blob", "source", "sequence", "laneKey", "validUntil", "state", "code", "createdAt", "closedAt",
    "validFrom", "leaseEpoch"
  from "transfer_attempt" cross join (select) as "read_only" where "purpose" = 'payout';

create view "hold_attempt" as
  select "id", "purpose"::text::"HoldPurpose" as "purpose", "agreementId", "exitId", "network", "hash", "blob", "source", "sequence", "laneKey",
    "validUntil", "validFrom", "leaseEpoch", "state", "code", "feePaid", "createdAt", "closedAt"
  from "transfer_attempt" cross join (select) as "read_only" where "purpose" in ('opening', 'wrap', 'finish', 'cancel');

create view "treasury_transaction" as
  select "id", "network", "purpose"::text::"TreasuryPurpose" as "purpose", "hash", "blob", "source", "sequence", "validUntil", "validFrom",
    "leaseEpoch", "state", "code", "feePaid", "createdAt", "closedAt", "funds", "claimableId"
  from "transfer_attempt" cross join (select) as "read_only" where "purpose" in ('channels', 'tickets', 'claim');

-- What our keys signed stands in one table (decision 140). Here "payout_attempt" gets the columns of "hold_attempt" and "treasury_transaction": no
-- row is read or written for it, and processes of the version before go on writing payouts.
set local lock_timeout = '3s';

create type "TransferPurpose" as enum ('payout', 'opening', 'wrap', 'finish', 'cancel', 'channels', 'tickets', 'claim');

alter table "payout_attempt"
  -- The default is of the processes of the version before, and goes with them (20261204000520).
  add column "purpose" "TransferPurpose" not null default 'payout',
  add column "exitId" uuid,
  add column "agreementId" uuid,
  add column "claimableId" uuid,
  add column "feePaid" decimal(30, 7),
  add column "funds" jsonb not null default '{}',
  alter column "payoutId" drop not null,
  alter column "laneKey" drop not null,
  add constraint "transfer_attempt_exitId_fkey"
    foreign key ("exitId") references "hold_exit" ("id") on delete restrict on update cascade not valid,
  add constraint "transfer_attempt_agreementId_fkey"
    foreign key ("agreementId") references "hold_agreement" ("id") on delete restrict on update cascade not valid,
  add constraint "transfer_attempt_claimableId_fkey"
    foreign key ("claimableId") references "claimable_money" ("id") on delete restrict on update cascade not valid,
  add constraint "transfer_attempt_of_one" check (
    ("purpose" = 'payout') = ("payoutId" is not null)
    and ("purpose" in ('wrap', 'finish', 'cancel')) = ("exitId" is not null)
    and ("purpose" = 'opening') = ("agreementId" is not null)
    and ("purpose" = 'claim') = ("claimableId" is not null)
  ) not valid,
  add constraint "transfer_attempt_uses_a_lane" check (
    ("purpose" in ('channels', 'tickets', 'claim')) = ("laneKey" is null)
  ) not valid,
  add constraint "transfer_attempt_network_fits" check (
    case when "purpose" in ('opening', 'wrap', 'channels') then "network" = 'stellar'
      when "purpose" in ('finish', 'cancel', 'tickets') then "network" = 'xrpl'
      else true end
  ) not valid,
  -- Payouts that were signed before there were leases have none.
  add constraint "transfer_attempt_has_lease" check ("purpose" = 'payout' or "leaseEpoch" is not null) not valid,
  add constraint "transfer_attempt_closed_has_time" check (("state" = 'live') = ("closedAt" is null)) not valid,
  add constraint "transfer_attempt_whole_units" check (
    "feePaid" is null or "has_places"("feePaid", case "network" when 'xrpl' then 'XRP' else 'XLM' end)
  ) not valid,
  add constraint "transfer_attempt_funds_are_amounts" check (jsonb_typeof("funds") = 'object') not valid;

-- In steps
-- What keeps way outs, openings and the making of lanes to one at a time is there before their rows are (20261204000520).
create unique index concurrently if not exists "transfer_attempt_one_of_exit" on "payout_attempt" ("exitId")
  where "state" in ('live', 'settled') and "exitId" is not null;
create unique index concurrently if not exists "transfer_attempt_one_opening" on "payout_attempt" ("agreementId")
  where "state" in ('live', 'settled') and "agreementId" is not null;
create unique index concurrently if not exists "transfer_attempt_one_live_without_lane" on "payout_attempt" ("network", "source")
  where "state" = 'live' and "laneKey" is null;
create index concurrently if not exists "transfer_attempt_live" on "payout_attempt" ("network", "createdAt", "id") where "state" = 'live';
create index concurrently if not exists "transfer_attempt_of_exit" on "payout_attempt" ("exitId") where "exitId" is not null;
create index concurrently if not exists "transfer_attempt_of_agreement" on "payout_attempt" ("agreementId") where "agreementId" is not null;
alter table "payout_attempt" validate constraint "transfer_attempt_exitId_fkey";
alter table "payout_attempt" validate constraint "transfer_attempt_agreementId_fkey";
alter table "payout_attempt" validate constraint "transfer_attempt_claimableId_fkey";
alter table "payout_attempt" validate constraint "transfer_attempt_of_one";
alter table "payout_attempt" validate constraint "transfer_attempt_uses_a_lane";
alter table "payout_attempt" validate constraint "transfer_attempt_network_fits";
alter table "payout_attempt" validate constraint "transfer_attempt_has_lease";
alter table "payout_attempt" validate constraint "transfer_attempt_closed_has_time";
alter table "payout_attempt" validate constraint "transfer_attempt_whole_units";
alter table "payout_attempt" validate constraint "transfer_attempt_funds_are_amounts";

-- Does the release wait for its wallet, with no envelope on its way? Holds its row: beside the caller it cannot move on.
create or replace function "release_waits_for_wallet"("escrow_id" uuid) returns boolean language plpgsql as $$
declare
  waiting uuid;
begin
  select "id" into waiting from "payout"
    where "escrowId" = "escrow_id" and "purpose" = 'release' and "state" = 'blocked' and "blockedReason" <> 'payout_failed'
    for update;
  return waiting is not null
    and not exists (select 1 from "payout_attempt" where "payoutId" = waiting and "state" in ('live', 'settled'));
end $$;

-- Is the release of this escrow blocked by its wallet, with no signed transaction that can pay it (decision 004)? Locks the payout, so that it does not
-- move on before the caller's transaction ends.
create or replace function "release_waits_for_wallet"("escrow_id" uuid) returns boolean language plpgsql as $$
declare
  waiting uuid;
begin
  select "id" into waiting from "transfer"
    where "escrowId" = "escrow_id" and "purpose" = 'release' and "state" = 'blocked' and "blockedReason" <> 'payout_failed'
    for update;
  return waiting is not null
    and not exists (select 1 from "transfer_attempt" where "payoutId" = waiting and "state" in ('live', 'settled'));
end $$;

-- Whether the release is blocked by its wallet, and no signed transaction can pay it (decision 004). Locks the payout until the caller's transaction ends.
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

-- Clears a proposed payout wallet when the release no longer waits for a wallet: it is not blocked, or payout_failed blocks it (decision 004).
create or replace function "end_wallet_proposal"() returns trigger language plpgsql as $$
begin
  update "escrow" set "proposedPayoutAddress" = null, "proposedPayoutMemo" = null, "proposedPayoutAt" = null
    where "id" = new."escrowId" and "proposedPayoutAt" is not null;
  return null;
end $$;

create trigger "payout_end_proposal" after update of "state", "blockedReason" on "transfer" for each row
  when (new."purpose" = 'release' and old."state" = 'blocked' and (new."state" <> 'blocked' or new."blockedReason" = 'payout_failed'))
  execute function "end_wallet_proposal"();

-- Refuses a proposed payout wallet unless the release of the escrow waits for its wallet (decision 004).
create or replace function "keep_wallet_proposal"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(new."proposedPayoutAt" is not null and not "release_waits_for_wallet"(new."id"),
    format('the release of escrow %s does not wait for a wallet', new."transactionId"));
  return new;
end $$;

create trigger "escrow_keep_proposal" before insert or update of "proposedPayoutAddress", "proposedPayoutMemo", "proposedPayoutAt"
  on "escrow" for each row execute function "keep_wallet_proposal"();

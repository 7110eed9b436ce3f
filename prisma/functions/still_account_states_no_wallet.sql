-- Refuses a payout, proposed or refund wallet of an escrow that is stated while the account of its party stands still (decision 099).
create or replace function "still_account_states_no_wallet"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"((new."payoutAddress", new."payoutMemo") is distinct from (old."payoutAddress", old."payoutMemo")
      and "stood_still"(new."sellerId", new."payoutStatedAt"),
    format('account %s stands still: payout wallet of escrow %s', new."sellerId", new."id"));
  perform "public"."refuse_if"((new."proposedPayoutAddress", new."proposedPayoutMemo") is distinct from (old."proposedPayoutAddress", old."proposedPayoutMemo")
      and "stood_still"(new."sellerId", new."proposedPayoutAt"),
    format('account %s stands still: proposed wallet of escrow %s', new."sellerId", new."id"));
  perform "public"."refuse_if"((new."refundAddress", new."refundMemo") is distinct from (old."refundAddress", old."refundMemo")
      and "stood_still"(new."buyerId", new."refundStatedAt"), format('account %s stands still: refund wallet of escrow %s', new."buyerId", new."id"));
  return new;
end $$;

create trigger "escrow_wallets_of_still_account" before update of "payoutAddress", "payoutMemo", "proposedPayoutAddress",
  "proposedPayoutMemo", "refundAddress", "refundMemo" on "escrow"
  for each row execute function "still_account_states_no_wallet"();

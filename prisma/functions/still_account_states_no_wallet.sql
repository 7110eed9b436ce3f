-- Refuses a payout, proposed or refund wallet of an escrow that is stated while the account of its party stands still (decision 099).
create or replace function "still_account_states_no_wallet"() returns trigger language plpgsql as $$
begin
  if (new."payoutAddress", new."payoutMemo") is distinct from (old."payoutAddress", old."payoutMemo")
      and "stood_still"(new."sellerId", new."payoutStatedAt") then
    raise exception 'account % stands still: payout wallet of escrow %', new."sellerId", new."id";
  end if;
  if (new."proposedPayoutAddress", new."proposedPayoutMemo") is distinct from (old."proposedPayoutAddress", old."proposedPayoutMemo")
      and "stood_still"(new."sellerId", new."proposedPayoutAt") then
    raise exception 'account % stands still: proposed wallet of escrow %', new."sellerId", new."id";
  end if;
  if (new."refundAddress", new."refundMemo") is distinct from (old."refundAddress", old."refundMemo")
      and "stood_still"(new."buyerId", new."refundStatedAt") then
    raise exception 'account % stands still: refund wallet of escrow %', new."buyerId", new."id";
  end if;
  return new;
end $$;

create trigger "escrow_wallets_of_still_account" before update of "payoutAddress", "payoutMemo", "proposedPayoutAddress",
  "proposedPayoutMemo", "refundAddress", "refundMemo" on "escrow"
  for each row execute function "still_account_states_no_wallet"();

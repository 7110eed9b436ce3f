-- In steps: what else the search box of the operator's lists finds: wallets that were stated or saved, and closed accounts.

create index concurrently if not exists "escrow_list_of_expected_wallet" on "escrow" ("walletAddress") where "walletAddress" is not null;
create index concurrently if not exists "escrow_list_of_buyers_wallet" on "escrow" ("buyerWalletAddress") where "buyerWalletAddress" is not null;
create index concurrently if not exists "escrow_list_of_payout_wallet" on "escrow" ("payoutAddress") where "payoutAddress" is not null;
create index concurrently if not exists "escrow_list_of_refund_wallet" on "escrow" ("refundAddress") where "refundAddress" is not null;

create index concurrently if not exists "saved_wallet_address_idx" on "saved_wallet" ("address");

create index concurrently if not exists "user_list_of_wallet" on "user" ("walletAddress") where "walletAddress" is not null;
create index concurrently if not exists "user_list_of_buyers_wallet" on "user" ("buyerWalletAddress") where "buyerWalletAddress" is not null;
create index concurrently if not exists "user_list_closed" on "user" ("createdAt", "id") where "closedAt" is not null;
create index concurrently if not exists "user_kept_email_prefix" on "user" ("keptEmail" text_pattern_ops) where "keptEmail" is not null;

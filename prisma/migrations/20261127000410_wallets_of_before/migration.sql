-- Those that stand in people's rows already. Nothing but new rows is written, and nobody waits for it.
insert into "saved_wallet" ("userId", "use", "asset", "address", "memo", "sellerEmail")
  select "id", 'receiving', "walletCurrency", "walletAddress", nullif("walletMemo", ''), "walletSellerEmail"
  from "user" where "walletCurrency" is not null and "walletAddress" is not null
  union all
  select "id", 'paying', "buyerWalletCurrency", "buyerWalletAddress", nullif("buyerMemoTag", ''), null
  from "user" where "buyerWalletCurrency" is not null and "buyerWalletAddress" is not null
  on conflict do nothing;

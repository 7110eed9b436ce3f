-- Saves the receiving and the paying wallet of a person in saved_wallet when they are set or changed, so that later ones do not replace them there.
create or replace function "keep_wallets_of_person"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new."walletCurrency", new."walletAddress", new."walletMemo", new."walletSellerEmail")
      is distinct from (old."walletCurrency", old."walletAddress", old."walletMemo", old."walletSellerEmail") then
    perform "keep_wallet"(new."id", 'receiving', new."walletCurrency", new."walletAddress", new."walletMemo", new."walletSellerEmail");
  end if;
  if tg_op = 'INSERT' or (new."buyerWalletCurrency", new."buyerWalletAddress", new."buyerMemoTag")
      is distinct from (old."buyerWalletCurrency", old."buyerWalletAddress", old."buyerMemoTag") then
    perform "keep_wallet"(new."id", 'paying', new."buyerWalletCurrency", new."buyerWalletAddress", new."buyerMemoTag", null);
  end if;
  return null;
end $$;

create trigger "user_keeps_wallets" after insert or update of
  "walletCurrency", "walletAddress", "walletMemo", "walletSellerEmail", "buyerWalletCurrency", "buyerWalletAddress", "buyerMemoTag"
  on "user" for each row execute function "keep_wallets_of_person"();

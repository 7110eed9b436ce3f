-- The wallets that a person has used, each with a name of the person's own. What the forms begin with stands in the person's row, as
-- before (spec §3 User); the trigger takes it down here, so that another one takes its place without it being lost. Nothing pays
-- by these rows: an escrow and a payout have their own copies.
set local lock_timeout = '3s';

create table "saved_wallet" (
  "id" uuid not null default gen_random_uuid(),
  "userId" uuid not null,
  -- receiving: expected for a seller, or the seller's own. paying: the buyer's own.
  "use" text not null,
  "asset" "Asset" not null,
  "address" text not null,
  "memo" text,
  "sellerEmail" text,
  "label" text not null default '',
  "savedAt" timestamptz(3) not null default now(),
  constraint "saved_wallet_pkey" primary key ("id"),
  constraint "saved_wallet_userId_fkey" foreign key ("userId") references "user" ("id") on delete cascade on update cascade,
  constraint "saved_wallet_use_check" check ("use" in ('receiving', 'paying')),
  constraint "saved_wallet_seller_check" check ("sellerEmail" is null or "use" = 'receiving'),
  constraint "saved_wallet_label_check" check (length("label") <= 60)
);
create unique index "saved_wallet_once" on "saved_wallet"
  ("userId", "use", "asset", "address", coalesce("memo", ''), coalesce("sellerEmail", ''));

create function "keep_wallet"("of_person" uuid, "of_use" text, "of_asset" "Asset", "of_address" text, "of_memo" text, "of_seller" text)
returns void language plpgsql as $$
begin
  if of_asset is null or of_address is null then return; end if;
  insert into "saved_wallet" ("userId", "use", "asset", "address", "memo", "sellerEmail")
    values (of_person, of_use, of_asset, of_address, nullif(of_memo, ''), of_seller)
    on conflict ("userId", "use", "asset", "address", (coalesce("memo", '')), (coalesce("sellerEmail", '')))
    do update set "savedAt" = now();
  -- More than anybody has by hand: the list of a program that opens escrows for ever does not grow with them.
  delete from "saved_wallet" where "id" in (
    select w."id" from "saved_wallet" w where w."userId" = of_person
    order by w."savedAt" desc, w."id" desc offset 50);
end $$;

create function "keep_wallets_of_person"() returns trigger language plpgsql as $$
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

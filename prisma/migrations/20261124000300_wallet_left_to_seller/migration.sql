-- The buyer may leave it to a named seller to state the wallet: then none is expected, and the seller stays named.
alter table "escrow" alter column "walletAddress" drop not null;
alter table "escrow" add constraint "escrow_expected_wallet_or_seller" check (
  "walletAddress" is not null or ("walletMemo" is null and "sellerEmail" is not null)) not valid;

-- A saved wallet is one seller's, and offered for no other. Of those saved before nobody knows whose they are.
alter table "user" add column "walletSellerEmail" text;

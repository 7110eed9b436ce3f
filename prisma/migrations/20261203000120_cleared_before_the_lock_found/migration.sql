-- In steps
create index concurrently if not exists "screening_clearanceId_idx" on "screening" ("clearanceId") where "clearanceId" is not null;
-- Whose locked money a review of a wallet is about.
create index concurrently if not exists "hold_buyerWallet_idx" on "hold" ("buyerWallet");

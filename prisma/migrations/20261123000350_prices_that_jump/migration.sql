-- The last price that was reckoned with, and one that lies far off it until a second reading bears it out.

alter table "market_price"
  add column "acceptedUsd" numeric(20, 10),
  add column "acceptedAt" timestamptz(3),
  add column "jumpUsd" numeric(20, 10),
  add column "jumpAt" timestamptz(3);
update "market_price" set "acceptedUsd" = "usd", "acceptedAt" = "fetchedAt";
alter table "market_price" add constraint "market_price_accepted_whole" check (num_nonnulls("acceptedUsd", "acceptedAt") <> 1);
alter table "market_price" add constraint "market_price_jump_whole" check (num_nonnulls("jumpUsd", "jumpAt") <> 1);

-- How each price service has answered lately, so that workers and restarts agree when it may be asked again.

create table "market_source" (
  "name" text not null,
  -- In a row, up to now.
  "failures" integer not null default 0,
  -- Nobody asks before this time: the service is left alone after a failure, or somebody is asking it just now.
  "retryAt" timestamptz(3),
  "lastError" text,
  "lastGoodAt" timestamptz(3),
  constraint "market_source_pkey" primary key ("name")
);
alter table "market_source" add constraint "market_source_known" check ("name" in ('CoinGecko', 'Kraken'));
alter table "market_source" add constraint "market_source_failures" check ("failures" >= 0);

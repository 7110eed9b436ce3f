-- In steps
-- Of 20261128000300: looked at and built beside all other work. The money is decided about once, whoever decided.
alter table "dispute" validate constraint "dispute_shares_fit";
create unique index concurrently if not exists "dispute_decided_once" on "dispute" ("escrowId")
  where "decision" in ('release', 'refund', 'split', 'settled');
drop index concurrently if exists "dispute_one_settlement";

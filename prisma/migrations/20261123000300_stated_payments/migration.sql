-- Every hash that a buyer states as the payment of an escrow, and what became of it. Until now a hash that funded nothing was
-- never answered.

create table "stated_payment" (
  "id" uuid not null,
  "escrowId" uuid not null,
  "hash" text not null,
  -- The transaction as its payments are stored: another hash than the stated one only for a fee bump.
  "ledgerHash" text not null,
  "statedAt" timestamptz(3) not null default current_timestamp,
  -- Null while the ledger is asked for it.
  "verdict" text,
  "judgedAt" timestamptz(3),
  -- What the transaction carried.
  "memo" text,
  constraint "stated_payment_pkey" primary key ("id"),
  constraint "stated_payment_verdict_known" check ("verdict" in (
    'counted', 'late', 'used', 'not_found', 'no_memo', 'other_memo', 'other_asset', 'wrong_account', 'needs_review',
    'failed', 'elsewhere'
  )),
  constraint "stated_payment_judged_with_verdict" check (("verdict" is null) = ("judgedAt" is null))
);
create unique index "stated_payment_escrowId_hash_key" on "stated_payment" ("escrowId", "hash");
create index "stated_payment_ledgerHash_idx" on "stated_payment" ("ledgerHash");
create index "stated_payment_open_idx" on "stated_payment" ("statedAt") where "verdict" is null;
alter table "stated_payment" add constraint "stated_payment_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade;

-- The hashes stated until now: the sweep has the unanswered ones looked for once more.
insert into "stated_payment" ("id", "escrowId", "hash", "ledgerHash", "statedAt", "verdict", "judgedAt")
select gen_random_uuid(), e."id", e."statedTxId", e."statedTxId", e."createdAt", c."verdict", c."at"
from "escrow" e
left join lateral (
  select 'counted' as "verdict", max(p."seenAt") as "at" from "ledger_payment" p
  where p."escrowId" = e."id" and p."hash" = e."statedTxId" and p."problem" is null having count(*) > 0
) c on true
where e."statedTxId" is not null;

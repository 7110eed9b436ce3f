-- Money that lies on a ledger for an account of ours until it is claimed (docs/decisions/126): a claimable balance on Stellar, an escrow or a
-- check on the XRP Ledger. What is too little for a claim is no row.
create table "claimable_money" (
  "id" uuid not null,
  "network" "Network" not null,
  "account" text not null,
  "kind" text not null,
  "ledgerId" text not null,
  "hash" text not null,
  "maker" text not null,
  "asset" "Asset" not null,
  "amount" numeric(30, 7) not null,
  "memo" text,
  "reference" integer,
  "sequence" text,
  "needsSecret" boolean not null,
  "claimableFrom" timestamptz(3),
  "claimableUntil" timestamptz(3),
  "foundAt" timestamptz(3) not null,
  "claims" integer not null default 0,
  "nextClaimAt" timestamptz(3) not null,
  "nextLookAt" timestamptz(3) not null,
  "endedAt" timestamptz(3),
  "takenBy" text,
  constraint "claimable_money_pkey" primary key ("id"),
  constraint "claimable_money_kind" check (("network" = 'stellar' and "kind" = 'claimable_balance')
    or ("network" = 'xrpl' and "kind" in ('escrow', 'check'))),
  constraint "claimable_money_positive" check ("amount" > 0),
  constraint "claimable_money_escrow_number" check (("kind" = 'escrow') = ("sequence" is not null)),
  constraint "claimable_money_taken_is_over" check ("takenBy" is null or "endedAt" is not null)
);
create unique index "claimable_money_once" on "claimable_money" ("network", "ledgerId", "account");
create index "claimable_money_hash" on "claimable_money" ("hash");
create index "claimable_money_reference" on "claimable_money" ("reference") where "endedAt" is null;
create index "claimable_money_to_look" on "claimable_money" ("network", "account", "nextLookAt") where "endedAt" is null;
create index "claimable_money_to_claim" on "claimable_money" ("network", "account", "nextClaimAt") where "endedAt" is null;

create function "keep_claimable_money"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'what lay on a ledger for us is kept';
  end if;
  if (to_jsonb(new) - array['claims', 'nextClaimAt', 'nextLookAt', 'endedAt', 'takenBy'])
     <> (to_jsonb(old) - array['claims', 'nextClaimAt', 'nextLookAt', 'endedAt', 'takenBy']) then
    raise exception 'what lies on a ledger under % stays as it was found', old."ledgerId";
  end if;
  if old."endedAt" is not null and new."endedAt" is distinct from old."endedAt"
     or old."takenBy" is not null and new."takenBy" is distinct from old."takenBy" then
    raise exception 'what lay on a ledger under % is gone', old."ledgerId";
  end if;
  return new;
end $$;
create trigger "claimable_money_stays" before update or delete on "claimable_money"
  for each row execute function "keep_claimable_money"();

-- How far the accounts have been read for it.
create table "claimable_cursor" (
  "network" "Network" not null,
  "account" text not null,
  "cursor" text not null,
  "readAt" timestamptz(3) not null,
  constraint "claimable_cursor_pkey" primary key ("network", "account")
);

-- A claim is sent by the account itself, as the making of lanes is.
alter type "TreasuryPurpose" add value 'claim';
alter table "treasury_transaction" add column "claimableId" uuid;
alter table "treasury_transaction" add constraint "treasury_transaction_claimableId_fkey"
  foreign key ("claimableId") references "claimable_money" ("id") on update cascade on delete restrict;
alter table "treasury_transaction" add constraint "treasury_transaction_claims_something"
  check (("purpose"::text = 'claim') = ("claimableId" is not null));

-- Only what is there for the account that signs, and has not ended.
create function "claim_fits"() returns trigger language plpgsql as $$
begin
  perform 1 from "claimable_money"
    where "id" = new."claimableId" and "network" = new."network" and "account" = new."source" and "endedAt" is null for update;
  if not found then
    raise exception 'there is nothing to claim for %', new."source";
  end if;
  return new;
end $$;
create trigger "treasury_transaction_claim_fits" before insert on "treasury_transaction"
  for each row when (new."claimableId" is not null) execute function "claim_fits"();

-- What a stated transaction made for us may still lie on the ledger.
alter table "stated_payment" drop constraint "stated_payment_verdict_known";
alter table "stated_payment" add constraint "stated_payment_verdict_known" check ("verdict" in (
  'counted', 'late', 'used', 'not_found', 'no_memo', 'other_memo', 'other_asset', 'wrong_account', 'needs_review',
  'failed', 'on_ledger', 'elsewhere'
)) not valid;

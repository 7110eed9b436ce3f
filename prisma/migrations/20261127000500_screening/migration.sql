-- Sanctions lists as they were read, who was compared with them, and what a person decided of it.
-- How each list has answered lately. `fault`: why what came was not taken; the list before it stays in force.
create table "list_source" (
  "list" text not null,
  "failures" integer not null default 0,
  "retryAt" timestamptz(3),
  "lastError" text,
  "failingSince" timestamptz(3),
  "lastGoodAt" timestamptz(3),
  "snapshotId" uuid,
  constraint "list_source_pkey" primary key ("list")
);

-- A list as it was read: never changed, never deleted while anything points at it.
create table "list_snapshot" (
  "id" uuid not null,
  "list" text not null,
  "publishedAt" text,
  "fetchedAt" timestamptz(3) not null,
  "address" text not null,
  "sha256" text not null,
  "bytes" integer not null,
  "declaredCount" integer,
  "parsedCount" integer not null,
  "added" integer not null,
  "ended" integer not null,
  "reader" integer not null,
  constraint "list_snapshot_pkey" primary key ("id")
);
create index "list_snapshot_list_fetchedAt_idx" on "list_snapshot" ("list", "fetchedAt");
alter table "list_source" add constraint "list_source_snapshotId_fkey"
  foreign key ("snapshotId") references "list_snapshot" ("id") on delete restrict on update cascade;

-- One designation in one wording, in force from a snapshot until another one has it otherwise, or no more. Those of the list
-- "own" are the operators'.
create table "list_entry" (
  "id" uuid not null,
  "list" text not null,
  "sourceId" text not null,
  "hash" text not null,
  "kind" text not null,
  "detail" jsonb not null,
  "snapshotId" uuid not null,
  "since" timestamptz(3) not null,
  "endedAt" timestamptz(3),
  "madeById" uuid,
  "endedById" uuid,
  constraint "list_entry_pkey" primary key ("id"),
  constraint "list_entry_own_is_made" check ("list" <> 'own' or "madeById" is not null)
);
create unique index "list_entry_in_force" on "list_entry" ("list", "sourceId") where "endedAt" is null;
create index "list_entry_snapshotId_idx" on "list_entry" ("snapshotId");
alter table "list_entry" add constraint "list_entry_snapshotId_fkey"
  foreign key ("snapshotId") references "list_snapshot" ("id") on delete restrict on update cascade;

-- The wallets of what is in force, to be found by. Names are compared by the worker, which keeps those of a snapshot in its memory.
create table "listed_wallet" (
  "entryId" uuid not null,
  "currency" text not null,
  "address" text not null,
  constraint "listed_wallet_pkey" primary key ("entryId", "currency", "address")
);
create index "listed_wallet_address_idx" on "listed_wallet" ("address");
alter table "listed_wallet" add constraint "listed_wallet_entryId_fkey"
  foreign key ("entryId") references "list_entry" ("id") on delete cascade on update cascade;

-- What people say of themselves besides, to be told from their namesakes.
create table "person_detail" (
  "userId" uuid not null,
  "nativeName" text,
  "company" text,
  "country" text,
  "birthDate" date,
  "updatedAt" timestamptz(3) not null,
  constraint "person_detail_pkey" primary key ("userId"),
  constraint "person_detail_country_shape" check ("country" ~ '^[A-Z]{2}$')
);
alter table "person_detail" add constraint "person_detail_userId_fkey"
  foreign key ("userId") references "user" ("id") on delete cascade on update cascade;

-- That somebody or a wallet was compared, with what, and what came of it. The same again is counted.
create table "screening" (
  "id" uuid not null,
  -- user:<id>, wallet:<address>
  "subject" text not null,
  "subjectHash" text not null,
  "purpose" text not null,
  "payoutId" uuid,
  "snapshotIds" uuid[] not null,
  "engine" integer not null,
  "outcome" text not null,
  "at" timestamptz(3) not null,
  "lastAt" timestamptz(3) not null,
  "times" integer not null default 1,
  constraint "screening_pkey" primary key ("id"),
  constraint "screening_outcome_known" check ("outcome" in ('clear', 'review', 'unavailable')),
  constraint "screening_clear_by_lists" check ("outcome" <> 'clear' or cardinality("snapshotIds") > 0)
);
create index "screening_subject_at_idx" on "screening" ("subject", "at");
create index "screening_at_idx" on "screening" ("at");
create index "screening_payoutId_idx" on "screening" ("payoutId") where "payoutId" is not null;

-- A likeness that a person looks at.
create table "screening_review" (
  "id" uuid not null,
  "subject" text not null,
  "subjectHash" text not null,
  -- With whom it was first found: whose wallet it is.
  "personId" uuid,
  "entryId" uuid not null,
  "entryHash" text not null,
  -- name, wallet
  "by" text not null,
  "typed" text not null,
  "listed" text not null,
  "score" numeric(4, 3) not null,
  "words" jsonb not null,
  "state" text not null default 'open',
  "openedAt" timestamptz(3) not null,
  "takenById" uuid,
  -- What one operator wants, and a second one has yet to agree to.
  "wanted" text,
  "wantedById" uuid,
  "wantedAt" timestamptz(3),
  "wantedReason" text,
  "decidedById" uuid,
  "decidedAt" timestamptz(3),
  "reason" text,
  constraint "screening_review_pkey" primary key ("id"),
  constraint "screening_review_by_known" check ("by" in ('name', 'wallet')),
  constraint "screening_review_state_known" check ("state" in ('open', 'in_review', 'needs_information', 'false_match', 'true_match')),
  constraint "screening_review_wanted_known" check ("wanted" in ('false_match', 'true_match')),
  constraint "screening_review_wanted_whole" check (
    ("wanted" is null) = ("wantedById" is null) and ("wanted" is null) = ("wantedAt" is null) and ("wanted" is null) = ("wantedReason" is null)
  ),
  constraint "screening_review_decided_whole" check (
    "state" in ('open', 'in_review') or ("decidedById" is not null and "decidedAt" is not null and btrim("reason") <> '')
  )
);
-- A decision is remembered for this one and this entry, until either of them is another.
create unique index "screening_review_once" on "screening_review" ("subject", "entryHash", "subjectHash");
create index "screening_review_entryId_idx" on "screening_review" ("entryId");
create index "screening_review_holds_idx" on "screening_review" ("subject") where "state" <> 'false_match';
create index "screening_review_open_idx" on "screening_review" ("openedAt") where "state" not in ('false_match', 'true_match') or "wanted" is not null;
alter table "screening_review" add constraint "screening_review_entryId_fkey"
  foreign key ("entryId") references "list_entry" ("id") on delete restrict on update cascade;
create index "screening_review_decidedAt_idx" on "screening_review" ("decidedAt");

-- Nobody writes history anew. Rows leave by the purge alone, and none within the five years that the terms promise.
create function "kept_for_years"() returns trigger language plpgsql as $$
declare
  ends timestamptz;
begin
  select case tg_table_name
    when 'screening' then (to_jsonb(old) ->> 'lastAt')::timestamptz
    when 'screening_review' then (to_jsonb(old) ->> 'decidedAt')::timestamptz
    else (to_jsonb(old) ->> 'fetchedAt')::timestamptz
  end into ends;
  if ends is null or ends > now() - interval '5 years' then
    raise exception 'rows of % are kept for years', tg_table_name;
  end if;
  return old;
end $$;
create trigger "screening_is_kept" before delete on "screening" for each row execute function "kept_for_years"();
create trigger "screening_review_is_kept" before delete on "screening_review" for each row execute function "kept_for_years"();
create trigger "list_snapshot_is_kept" before delete on "list_snapshot" for each row execute function "kept_for_years"();

create function "stays_as_it_is"() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % stay what they are', tg_table_name;
end $$;
create trigger "list_snapshot_stays" before update on "list_snapshot" for each row execute function "stays_as_it_is"();
create trigger "screening_stays" before update of "subject", "subjectHash", "purpose", "payoutId", "snapshotIds", "engine", "outcome", "at"
  on "screening" for each row execute function "stays_as_it_is"();

-- A true match, and letting go what was held for a wallet or as a true match, take two operators.
create function "review_is_decided_by_operators"() returns trigger language plpgsql as $$
begin
  if new."subject" <> old."subject" or new."subjectHash" <> old."subjectHash" or new."entryId" <> old."entryId" or new."by" <> old."by"
     or new."entryHash" <> old."entryHash" or new."openedAt" <> old."openedAt" or new."words" <> old."words" then
    raise exception 'what was found stays what it is';
  end if;
  if new."state" = old."state" then
    return new;
  end if;
  if not exists (select 1 from "user" where "id" = coalesce(new."decidedById", new."takenById") and "role" = 'admin') then
    raise exception 'only operators decide';
  end if;
  if new."state" = 'true_match' or (new."state" = 'false_match' and (old."by" = 'wallet' or old."state" = 'true_match')) then
    if old."wanted" is distinct from new."state" or old."wantedById" is null or old."wantedById" = new."decidedById" then
      raise exception 'this takes a second operator';
    end if;
  end if;
  return new;
end $$;
create trigger "screening_review_is_decided" before update on "screening_review"
  for each row execute function "review_is_decided_by_operators"();
create function "review_begins_open"() returns trigger language plpgsql as $$
begin
  if new."state" <> 'open' or new."wanted" is not null then
    raise exception 'a review begins open';
  end if;
  return new;
end $$;
create trigger "screening_review_begins" before insert on "screening_review" for each row execute function "review_begins_open"();

-- Nothing is signed while somebody has yet to look at one of its people, or at the wallet.
create function "attempt_is_of_nobody_held"() returns trigger language plpgsql as $$
declare
  p "payout"%rowtype;
  found text;
begin
  select * into strict p from "payout" where "id" = new."payoutId";
  select r."subject" into found from "screening_review" r
    where r."state" <> 'false_match' and r."subject" in (
      select 'user:' || e."buyerId" from "escrow" e where e."id" = p."escrowId"
      union all select 'user:' || e."sellerId" from "escrow" e where e."id" = p."escrowId"
      union all select 'wallet:' || p."address"
      union all select 'wallet:' || l."fromAddress" from "ledger_payment" l where l."escrowId" = p."escrowId"
      union all select 'wallet:' || l."fromAddress" from "payment_case" c join "ledger_payment" l on l."id" = c."ledgerPaymentId"
        where c."id" = p."caseId"
    ) limit 1;
  if found is not null then
    raise exception 'payout % waits until somebody has looked at %', p."id", found;
  end if;
  -- Nor what nobody has compared.
  if (select bool_and(s."outcome" = 'clear') from "screening" s where s."payoutId" = p."id"
      and s."lastAt" = (select max(l."lastAt") from "screening" l where l."payoutId" = p."id")) is not true then
    raise exception 'payout % was not compared with lists that are in force', p."id";
  end if;
  return new;
end $$;
create trigger "payout_attempt_is_of_nobody_held" before insert on "payout_attempt"
  for each row execute function "attempt_is_of_nobody_held"();

-- The rule is wider, and no row breaks it: it is looked at beside all other work, by the next migration.
alter table "payout" drop constraint "payout_waits_for_something",
  add constraint "payout_waits_for_something" check ("waitsFor" in
    ('turn', 'stopped', 'cover', 'float', 'fees', 'second_operator', 'ledger', 'signer', 'held', 'no_key', 'check', 'lists')) not valid;

-- Which words somebody agreed to.
alter table "user" add column "consentFingerprint" text;

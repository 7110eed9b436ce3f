-- What left our accounts, as their ledger tells it. A transaction of the client-money account that the books do not know
-- stops the payouts of its ledger until a person has said what it was: a restored copy of the database must not pay again
-- what the lost one has paid, and nobody else with the key may go on unseen.
create table "outgoing_cursor" (
  "network" "Network" not null,
  "account" text not null,
  -- Where the reading goes on; null: from the account's first transaction.
  "cursor" text,
  -- What is older is history from before Quayside and is not stored.
  "since" timestamptz(3),
  -- The account as it was when everything was read and agreed: unchanged, it has sent nothing.
  "mark" text,
  -- The highest number that the transactions read account for, and the tickets that they made and did not use.
  "sequence" text,
  "tickets" text[] not null default '{}',
  -- When the account's own numbers were first taken down; from then on they are compared.
  "countedAt" timestamptz(3),
  -- Since when the account has used up more than its transactions show.
  "behindSince" timestamptz(3),
  "updatedAt" timestamptz(3) not null,
  constraint "outgoing_cursor_pkey" primary key ("network", "account"),
  constraint "outgoing_cursor_sequence_is_number" check ("sequence" ~ '^\d{1,20}$')
);

-- 'payout' and 'treasury': we signed it. 'by_hand': of an account from which only people pay. The others are an operator's word.
create type "OutgoingExplanation" as enum ('payout', 'treasury', 'by_hand', 'paid_elsewhere', 'foreign');
create table "outgoing_transaction" (
  "id" uuid not null,
  "network" "Network" not null,
  "hash" text not null,
  "account" text not null,
  "source" text not null,
  "sequence" text not null,
  "facts" jsonb not null,
  "closedAt" timestamptz(3) not null,
  "seenAt" timestamptz(3) not null default now(),
  "explanation" "OutgoingExplanation",
  "payoutId" uuid,
  "explainedAt" timestamptz(3),
  "explainedById" uuid,
  "reason" text,
  constraint "outgoing_transaction_pkey" primary key ("id"),
  constraint "outgoing_transaction_is_explained" check (("explanation" is null) = ("explainedAt" is null)),
  constraint "outgoing_transaction_names_payout"
    check (coalesce("explanation" in ('payout', 'paid_elsewhere'), false) = ("payoutId" is not null)),
  -- A person's word is a person's, and has a reason.
  constraint "outgoing_transaction_has_reason" check (
    coalesce("explanation" in ('paid_elsewhere', 'foreign'), false) = ("explainedById" is not null)
    and ("explainedById" is null) = ("reason" is null) and btrim(coalesce("reason", 'none')) <> ''
  )
);
alter table "outgoing_transaction" add constraint "outgoing_transaction_payoutId_fkey"
  foreign key ("payoutId") references "payout" ("id") on delete restrict on update cascade;
alter table "outgoing_transaction" add constraint "outgoing_transaction_explainedById_fkey"
  foreign key ("explainedById") references "user" ("id") on delete restrict on update cascade;
create unique index "outgoing_transaction_network_hash_account_key" on "outgoing_transaction" ("network", "hash", "account");
create unique index "outgoing_transaction_pays_once" on "outgoing_transaction" ("payoutId") where "explanation" = 'paid_elsewhere';
create index "outgoing_transaction_unexplained" on "outgoing_transaction" ("network", "closedAt") where "explanation" is null;
create index "outgoing_transaction_explainedAt_idx" on "outgoing_transaction" ("explainedAt");

-- Numbers of an account that are used up although no transaction that we can read has used them.
create table "outgoing_gap" (
  "id" uuid not null,
  "network" "Network" not null,
  "account" text not null,
  -- The account's number, and what the transactions account for; null when it is only tickets.
  "sequence" text,
  "known" text,
  "tickets" text[] not null,
  "seenAt" timestamptz(3) not null default now(),
  "endedAt" timestamptz(3),
  "endedById" uuid,
  "reason" text,
  constraint "outgoing_gap_pkey" primary key ("id"),
  constraint "outgoing_gap_end_has_reason" check (("endedAt" is null) = ("reason" is null) and btrim(coalesce("reason", 'open')) <> '')
);
alter table "outgoing_gap" add constraint "outgoing_gap_endedById_fkey"
  foreign key ("endedById") references "user" ("id") on delete restrict on update cascade;
create unique index "outgoing_gap_one_open" on "outgoing_gap" ("network", "account") where "endedAt" is null;

create function "keep_outgoing_gap"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'gaps are never deleted';
  end if;
  if old."endedAt" is not null or (to_jsonb(new) - array['endedAt', 'endedById', 'reason'])
      <> (to_jsonb(old) - array['endedAt', 'endedById', 'reason']) then
    raise exception 'gap % stays what it is', old."id";
  end if;
  return new;
end $$;
create trigger "outgoing_gap_keep" before update or delete on "outgoing_gap"
  for each row execute function "keep_outgoing_gap"();

-- The mark of a payout in an XRP Ledger transaction (InvoiceID), as the worker writes it.
create function "invoice_of"("payout_id" uuid) returns text language sql immutable as $$
  select upper(encode(sha256(convert_to("payout_id"::text, 'UTF8')), 'hex'))
$$;

-- Did this transaction pay exactly this payout, and nothing else? To its wallet, or under its own mark.
create function "pays_payout"(t "outgoing_transaction", p "payout") returns boolean language sql stable as $$
  select t."network" = p."network"
    and (t."facts"->>'successful')::boolean
    and jsonb_array_length(t."facts"->'payments') = 1
    and t."facts"->'payments'->0->>'asset' = p."asset"::text
    and (t."facts"->'payments'->0->>'amount')::numeric = p."amount"
    and case when t."facts"->>'invoiceId' is not null
        and exists (select 1 from "payout" where "invoice_of"("payout"."id") = t."facts"->>'invoiceId')
      then "invoice_of"(p."id") = t."facts"->>'invoiceId'
      else t."facts"->'payments'->0->>'to' = p."address" and t."facts"->>'memo' is not distinct from p."memo"
    end
$$;
create index "payout_invoice_idx" on "payout" ("invoice_of"("id")) where "network" = 'xrpl';

-- What the ledger told stays; the explanation is given once. A payout is paid elsewhere by what really paid it.
create function "keep_outgoing_transaction"() returns trigger language plpgsql as $$
declare
  p "payout"%rowtype;
begin
  if tg_op = 'DELETE' then
    raise exception 'transactions of the ledger are never deleted';
  end if;
  if tg_op = 'UPDATE' then
    if (to_jsonb(new) - array['explanation', 'payoutId', 'explainedAt', 'explainedById', 'reason'])
        <> (to_jsonb(old) - array['explanation', 'payoutId', 'explainedAt', 'explainedById', 'reason']) then
      raise exception 'transaction % stays as the ledger told it', old."hash";
    end if;
    if old."explanation" is not null then
      raise exception 'transaction % is explained', old."hash";
    end if;
  end if;
  if new."explanation" = 'paid_elsewhere' then
    select * into p from "payout" where "id" = new."payoutId";
    if not "pays_payout"(new, p) then
      raise exception 'transaction % did not pay payout %', new."hash", new."payoutId";
    end if;
  end if;
  return new;
end $$;
create trigger "outgoing_transaction_keep" before insert or update or delete on "outgoing_transaction"
  for each row execute function "keep_outgoing_transaction"();

-- Payouts stay stopped while something is unexplained.
create function "unexplained_stop_ends_last"() returns trigger language plpgsql as $$
begin
  if new."cause" = 'unexplained' and new."endedAt" is not null and (
    exists (select 1 from "outgoing_transaction" where "network" = new."network" and "explanation" is null)
    or exists (select 1 from "outgoing_gap" where "network" = new."network" and "endedAt" is null)
  ) then
    raise exception 'transactions on % are still unexplained', new."network";
  end if;
  return new;
end $$;
create trigger "payout_stop_unexplained" before update on "payout_stop"
  for each row execute function "unexplained_stop_ends_last"();

-- As before; and a payout that waits is confirmed by a transaction that an operator has said to have paid it, while no
-- envelope of ours can pay it any more.
create or replace function "keep_payout"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'payouts are never deleted';
  end if;
  if tg_op = 'INSERT' then
    if new."state" <> 'queued' then
      raise exception 'a payout begins queued';
    end if;
    return new;
  end if;
  if new."network" <> old."network" or (old."state" = 'confirmed'
      and (to_jsonb(new) - 'updatedAt') <> (to_jsonb(old) - 'updatedAt')) then
    raise exception 'payout % stays what it is', old."id";
  end if;
  if new."state" = old."state" then
    return new;
  end if;
  if (old."state"::text, new."state"::text) not in (
    ('queued', 'signed'), ('queued', 'blocked'), ('queued', 'confirmed'), ('blocked', 'queued'), ('blocked', 'confirmed'),
    ('signed', 'submitted'), ('signed', 'confirmed'), ('signed', 'queued'), ('signed', 'blocked'),
    ('submitted', 'confirmed'), ('submitted', 'queued'), ('submitted', 'blocked')
  ) then
    raise exception 'payout % cannot go from % to %', old."id", old."state", new."state";
  end if;
  if new."state" = 'confirmed' and not exists (
    select 1 from "payout_attempt" where "payoutId" = old."id" and "state" = 'settled'
  ) then
    if not exists (
      select 1 from "outgoing_transaction" where "payoutId" = old."id" and "explanation" = 'paid_elsewhere'
        and "network" = old."network" and "hash" = new."settledHash"
    ) then
      raise exception 'no envelope of payout % is settled', old."id";
    end if;
    if exists (select 1 from "payout_attempt" where "payoutId" = old."id" and "state" = 'live') then
      raise exception 'payout % is on its way', old."id";
    end if;
  end if;
  if new."state" in ('queued', 'blocked') and exists (
    select 1 from "payout_attempt" where "payoutId" = old."id" and "state" in ('live', 'settled')
  ) then
    raise exception 'payout % is on its way', old."id";
  end if;
  return new;
end $$;

-- Nothing that was paid elsewhere is signed again, whoever asks for it.
create function "attempt_needs_open_payout"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "outgoing_transaction" where "payoutId" = new."payoutId" and "explanation" = 'paid_elsewhere') then
    raise exception 'payout % was paid elsewhere', new."payoutId";
  end if;
  return new;
end $$;
create trigger "payout_attempt_needs_open_payout" before insert on "payout_attempt"
  for each row execute function "attempt_needs_open_payout"();

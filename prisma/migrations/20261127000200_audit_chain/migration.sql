-- What happened is chained: each event gets a place, and a hash over the one before it (docs/decisions/058). Events are written in
-- the transaction of their change and wait in "audit_unsealed", which makes nobody wait for anybody; the worker gives them their
-- places soon after. Events from before are sealed as they are found, by the worker and in slices: no row is read here.
-- A trigger is made in no time, but waits for those who write; and nobody should wait for it.
set local lock_timeout = '3s';

create table "audit_unsealed" (
  "ordinal" bigint generated always as identity,
  "eventId" uuid not null,
  constraint "audit_unsealed_pkey" primary key ("ordinal")
);
create unique index "audit_unsealed_eventId_key" on "audit_unsealed" ("eventId");

create table "audit_link" (
  "seq" bigint not null,
  "eventId" uuid not null,
  -- Makes what is left out of an export impossible to guess.
  "salt" bytea not null,
  "hash" bytea not null,
  constraint "audit_link_pkey" primary key ("seq"),
  constraint "audit_link_sizes" check ("seq" > 0 and octet_length("salt") = 16 and octet_length("hash") = 32)
);
create unique index "audit_link_eventId_key" on "audit_link" ("eventId");

-- Of the tree over all links: whole subtrees of 16 leaves and more, by height and place.
create table "audit_node" (
  "level" smallint not null,
  "place" bigint not null,
  "hash" bytea not null,
  constraint "audit_node_pkey" primary key ("level", "place"),
  constraint "audit_node_sizes" check (octet_length("hash") = 32)
);

create table "audit_seal" (
  -- So many events are sealed with it and before it.
  "size" bigint not null,
  "head" bytea not null,
  "root" bytea not null,
  -- Of the whole subtrees that make up the tree, the largest first: 32 bytes each.
  "peaks" bytea not null,
  "at" timestamptz(3) not null,
  constraint "audit_seal_pkey" primary key ("size"),
  constraint "audit_seal_sizes" check (octet_length("head") = 32 and octet_length("root") = 32)
);
create index "audit_seal_at_idx" on "audit_seal" ("at");

-- How far events from before the chain are sealed: one row.
create table "audit_found" (
  "id" boolean not null default true,
  "upTo" uuid,
  "count" bigint not null default 0,
  "doneAt" timestamptz(3),
  constraint "audit_found_pkey" primary key ("id"),
  constraint "audit_found_once" check ("id")
);

create table "audit_check" (
  "id" uuid not null,
  "askedAt" timestamptz(3) not null,
  -- Null: by the clock, or by the command.
  "askedById" uuid,
  -- What is to be checked, and how far it is.
  "size" bigint not null,
  "checked" bigint not null default 0,
  "head" bytea not null,
  "peaks" bytea not null default '',
  -- Looking for events without a place begins when all places are checked.
  "walked" uuid,
  "finishedAt" timestamptz(3),
  -- The first one that is wrong, and why (domain/audit/finding.ts).
  "wrongSeq" bigint,
  "wrongEventId" uuid,
  "wrong" text,
  constraint "audit_check_pkey" primary key ("id")
);
create unique index "audit_check_open" on "audit_check" ((true)) where "finishedAt" is null;
create index "audit_check_askedAt_idx" on "audit_check" ("askedAt");
alter table "audit_check" add constraint "audit_check_askedById_fkey" foreign key ("askedById") references "user" ("id") on delete restrict on update cascade;

create function "wait_for_seal"() returns trigger language plpgsql as $$
begin
  insert into "public"."audit_unsealed" ("eventId") values (new."id");
  return null;
end $$;
create trigger "audit_event_unsealed" after insert on "audit_event" for each row execute function "wait_for_seal"();

create function "keep_chain"() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is never changed or deleted';
end $$;
create trigger "audit_event_keep_all" before truncate on "audit_event" for each statement execute function "keep_chain"();
create trigger "audit_link_keep" before update or delete on "audit_link" for each row execute function "keep_chain"();
create trigger "audit_link_keep_all" before truncate on "audit_link" for each statement execute function "keep_chain"();
create trigger "audit_node_keep" before update or delete on "audit_node" for each row execute function "keep_chain"();
create trigger "audit_node_keep_all" before truncate on "audit_node" for each statement execute function "keep_chain"();
create trigger "audit_seal_keep" before update or delete on "audit_seal" for each row execute function "keep_chain"();
create trigger "audit_seal_keep_all" before truncate on "audit_seal" for each statement execute function "keep_chain"();
create trigger "audit_unsealed_keep_all" before truncate on "audit_unsealed" for each statement execute function "keep_chain"();

-- A place grows by one, from the newest on.
create function "link_follows"() returns trigger language plpgsql as $$
begin
  if new."seq" <> coalesce((select max(l."seq") from "public"."audit_link" l), 0) + 1 then
    raise exception 'the audit log goes on at its end only';
  end if;
  return new;
end $$;
create trigger "audit_link_follows" before insert on "audit_link" for each row execute function "link_follows"();

-- What waits for its place waits until it has one.
create function "keep_unsealed"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select 1 from "public"."audit_link" l where l."eventId" = old."eventId") then return old; end if;
  end if;
  raise exception 'the audit log is never changed or deleted';
end $$;
create trigger "audit_unsealed_keep" before update or delete on "audit_unsealed" for each row execute function "keep_unsealed"();

-- A check that has ended stays as it ended.
create function "keep_check"() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old."finishedAt" is null then return new; end if;
  raise exception 'the audit log is never changed or deleted';
end $$;
create trigger "audit_check_keep" before update or delete on "audit_check" for each row execute function "keep_check"();
create trigger "audit_check_keep_all" before truncate on "audit_check" for each statement execute function "keep_chain"();

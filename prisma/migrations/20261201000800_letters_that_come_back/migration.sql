-- What the mail service says became of letters, which addresses take none, and the deadlines that stand still for it once
-- (docs/decisions/109).
set local lock_timeout = '3s';

-- Nobody is written to at an address whose letters come back.
alter table "outbox_letter" drop constraint "outbox_letter_withheld_check";
alter table "outbox_letter" add constraint "outbox_letter_withheld_check"
  check ("withheldFor" in ('limit', 'unconfirmed', 'overtaken', 'undeliverable')) not valid;

-- The mail service tells an event more than once, and in any order. Each counts once.
create table "mail_event" (
  -- Its number at the mail service (svix-id).
  "id" text not null,
  "kind" text not null,
  -- Normalized.
  "address" text not null,
  -- Null: of no letter that we know, such as an address that the mail service was told to write to again.
  "letterId" uuid,
  -- What the mail service says of it.
  "words" text not null,
  -- By the mail service.
  "at" timestamptz(3) not null,
  "receivedAt" timestamptz(3) not null,
  constraint "mail_event_pkey" primary key ("id"),
  constraint "mail_event_kind_check" check ("kind" in
    ('delivered', 'delayed', 'soft_bounced', 'bounced', 'complained', 'suppressed', 'unsuppressed', 'failed')),
  constraint "mail_event_bounded_check"
    check (char_length("id") <= 200 and char_length("address") <= 254 and char_length("words") <= 500),
  constraint "mail_event_letterId_fkey" foreign key ("letterId") references "outbox_letter" ("id") on delete cascade on update cascade
);
create index "mail_event_of_letter_idx" on "mail_event" ("letterId") where "letterId" is not null;
create index "mail_event_received_idx" on "mail_event" ("receivedAt");
create index "mail_event_of_address_idx" on "mail_event" ("address");

-- How an address stands by the latest event about it.
create table "mail_address" (
  "address" text not null,
  -- Null: nothing speaks against it.
  "trouble" text,
  "since" timestamptz(3),
  "words" text not null,
  -- When that event was, by the mail service: an earlier one that arrives later changes nothing.
  "eventAt" timestamptz(3) not null,
  constraint "mail_address_pkey" primary key ("address"),
  constraint "mail_address_trouble_check" check ("trouble" in ('bounced', 'complained', 'suppressed')),
  constraint "mail_address_since_check" check (("trouble" is null) = ("since" is null))
);
create index "mail_address_undeliverable_idx" on "mail_address" ("since", "address") where "trouble" is not null;

-- That a party has opened the page of an escrow in the turn that was on then: that is notice of it.
create table "party_visit" (
  "escrowId" uuid not null,
  "userId" uuid not null,
  "at" timestamptz(3) not null,
  constraint "party_visit_pkey" primary key ("escrowId", "userId"),
  constraint "party_visit_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade,
  constraint "party_visit_userId_fkey" foreign key ("userId") references "user" ("id") on delete restrict on update cascade
);

-- The one time that a step of an escrow stands still because letters to whose turn it is come back: once, by the key.
create table "undelivered_pause" (
  "escrowId" uuid not null,
  "step" text not null,
  "userId" uuid not null,
  "startedAt" timestamptz(3) not null,
  -- Its reader has had notice. Null: not yet, and it ends by itself after a week.
  "endedAt" timestamptz(3),
  constraint "undelivered_pause_pkey" primary key ("escrowId", "step"),
  constraint "undelivered_pause_step_check" check ("step" in ('present', 'examine')),
  constraint "undelivered_pause_ends_check" check ("endedAt" >= "startedAt"),
  constraint "undelivered_pause_escrowId_fkey" foreign key ("escrowId") references "trade_dates" ("escrowId") on delete restrict on update cascade,
  constraint "undelivered_pause_userId_fkey" foreign key ("userId") references "user" ("id") on delete restrict on update cascade
);
create index "undelivered_pause_open_idx" on "undelivered_pause" ("userId") where "endedAt" is null;

create function "keep_undelivered_pause"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'pauses are never deleted';
  end if;
  if old."endedAt" is not null or (to_jsonb(new) - array['endedAt']) <> (to_jsonb(old) - array['endedAt']) then
    raise exception 'the pause of escrow % stays what it is', old."escrowId";
  end if;
  return new;
end $$;
create trigger "undelivered_pause_kept" before update or delete on "undelivered_pause"
  for each row execute function "keep_undelivered_pause"();

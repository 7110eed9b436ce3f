-- What operators do with persons, payouts and letters: locked accounts, payouts that are held, and notes with a reason.

-- A locked person has no session: none is opened, and those that are open end with the lock.
alter table "user" add column "lockedAt" timestamptz(3);
create function "session_of_unlocked"() returns trigger language plpgsql as $$
declare
  "locked" timestamptz;
begin
  -- The row itself is held, not only read: whoever locks the person just now is waited for.
  select "lockedAt" into "locked" from "user" where "id" = new."userId" for share;
  if "locked" is not null then
    raise exception 'person % is locked', new."userId";
  end if;
  return new;
end $$;
create trigger "session_of_unlocked" before insert or update of "userId" on "session"
  for each row execute function "session_of_unlocked"();
create function "end_sessions_of_locked"() returns trigger language plpgsql as $$
begin
  delete from "session" where "userId" = new."id";
  return null;
end $$;
create trigger "user_locked" after update of "lockedAt" on "user"
  for each row when (new."lockedAt" is not null) execute function "end_sessions_of_locked"();

-- A held payout is not taken: it stays where it is, and says so, whatever a round writes down of it meanwhile.
alter table "payout" add column "heldAt" timestamptz(3);
alter table "payout"
  add constraint "payout_held_rests" check ("heldAt" is null or "state" in ('queued', 'blocked')) not valid,
  drop constraint "payout_waits_for_something",
  add constraint "payout_waits_for_something" check ("waitsFor" in
    ('turn', 'stopped', 'cover', 'float', 'fees', 'second_operator', 'ledger', 'signer', 'held')) not valid;
create function "hold_payout"() returns trigger language plpgsql as $$
begin
  if new."state" = 'confirmed' then
    -- An operator has said that another transaction paid it: nothing is left to be held.
    new."heldAt" := null;
  end if;
  if new."heldAt" is not null then
    new."waitsFor" := 'held';
  elsif new."waitsFor" = 'held' then
    new."waitsFor" := null;
  end if;
  return new;
end $$;
create trigger "payout_hold" before update on "payout" for each row execute function "hold_payout"();

-- What an operator noted or did, and why. Never changed or deleted.
create table "desk_note" (
  "id" uuid not null,
  "kind" text not null,
  "userId" uuid,
  "escrowId" uuid,
  "payoutId" uuid,
  "letterId" uuid,
  "text" text not null,
  "byId" uuid not null,
  "at" timestamptz(3) not null,
  constraint "desk_note_pkey" primary key ("id"),
  constraint "desk_note_kind" check ("kind" in (
    'note', 'lock', 'unlock', 'end_sessions', 'correct_address', 'send_letter', 'hold_payout', 'let_go', 'retry_payout')),
  constraint "desk_note_is_about" check (num_nonnulls("userId", "escrowId", "payoutId", "letterId") > 0),
  constraint "desk_note_says_why" check (length(btrim("text")) > 0),
  constraint "desk_note_userId_fkey" foreign key ("userId") references "user" ("id") on delete restrict on update cascade,
  constraint "desk_note_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade,
  constraint "desk_note_payoutId_fkey" foreign key ("payoutId") references "payout" ("id") on delete restrict on update cascade,
  constraint "desk_note_letterId_fkey" foreign key ("letterId") references "outbox_letter" ("id") on delete restrict on update cascade,
  constraint "desk_note_byId_fkey" foreign key ("byId") references "user" ("id") on delete restrict on update cascade
);
create index "desk_note_userId_at_idx" on "desk_note" ("userId", "at") where "userId" is not null;
create index "desk_note_escrowId_at_idx" on "desk_note" ("escrowId", "at") where "escrowId" is not null;
create index "desk_note_payoutId_at_idx" on "desk_note" ("payoutId", "at") where "payoutId" is not null;
create index "desk_note_letterId_at_idx" on "desk_note" ("letterId", "at") where "letterId" is not null;
create function "keep_desk_note"() returns trigger language plpgsql as $$
begin
  raise exception 'notes of operators are never changed or deleted';
end $$;
create trigger "desk_note_keep" before update or delete on "desk_note" for each row execute function "keep_desk_note"();

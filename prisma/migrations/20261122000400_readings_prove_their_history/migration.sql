-- A cursor is a number, and numbers come again when a ledger begins anew: beside it stands a ledger of the history that was
-- read, by its hash. When a server shows another history, the account is not read until that is settled.

alter table "ledger_cursor" add column "ledger" integer;
alter table "ledger_cursor" add column "ledgerHash" text;
alter table "ledger_cursor" add column "ledgerAt" timestamptz(3);
alter table "ledger_cursor" add column "readAt" timestamptz(3) not null default now();
update "ledger_cursor" set "readAt" = "updatedAt";
alter table "ledger_cursor" add constraint "ledger_cursor_mark_is_whole" check (
  num_nonnulls("ledger", "ledgerHash", "ledgerAt") in (0, 3)
  and "ledger" > 0
  and "ledgerHash" ~ '^[0-9A-Fa-f]{64}$'
);

create table "cursor_stop" (
  "network" "Network" not null,
  "account" text not null,
  "cause" text not null,
  "detail" text not null,
  "since" timestamptz(3) not null,
  constraint "cursor_stop_pkey" primary key ("network", "account"),
  constraint "cursor_stop_cause" check ("cause" in ('other_history', 'shorter_chain', 'history_gone', 'other_network'))
);

-- The stop waits for a reader that is moving the cursor, and no reader moves it afterwards.
create function "hold_stopped_cursor"() returns trigger language plpgsql as $$
begin
  perform 1 from "ledger_cursor" where "network" = new."network" and "account" = new."account" for update;
  return new;
end $$;
create trigger "cursor_stop_hold" before insert on "cursor_stop" for each row execute function "hold_stopped_cursor"();

create function "keep_stopped_cursor"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "cursor_stop" where "network" = new."network" and "account" = new."account") then
    raise exception 'the reading of % is stopped', new."account";
  end if;
  return new;
end $$;
create trigger "ledger_cursor_keep_stopped" before insert or update on "ledger_cursor"
  for each row execute function "keep_stopped_cursor"();

-- Processes that run now, what they see of time and by which settings they go (decisions 102, 104). All times are the database's.
create table "process" (
  "id" uuid not null,
  "role" text not null,
  "startedAt" timestamptz(3) not null default now(),
  "seenAt" timestamptz(3) not null default now(),
  "clockOffMs" bigint,
  "settings" jsonb not null default '{}',
  "limits" jsonb not null default '{}',
  "refusal" text,
  constraint "process_pkey" primary key ("id"),
  constraint "process_role_is_known" check ("role" in ('web', 'worker')),
  constraint "process_refusal_is_said" check (btrim(coalesce("refusal", 'none')) <> '')
);
create index "process_seenAt_idx" on "process" ("seenAt");

-- The newest closed ledger that a server of ours has shown, and when it did (decision 102).
create table "ledger_pulse" (
  "network" "Network" not null,
  "sequence" bigint not null,
  "closedAt" timestamptz(3) not null,
  "answeredAt" timestamptz(3) not null default now(),
  constraint "ledger_pulse_pkey" primary key ("network")
);

-- When each job of the clock last ended well (decision 101): one that does no more is told of, whatever keeps it.
create table "scheduled_run" (
  "task" text not null,
  "succeededAt" timestamptz(3) not null default now(),
  constraint "scheduled_run_pkey" primary key ("task")
);

-- What an alert says beside its name: causes, amounts, hashes (decision 101).
alter table "operator_alert" add column "facts" jsonb not null default '{}';

-- Figures of the desk: what the worker adds up from the audit log, in its order and each event once (docs/decisions/060).
create table "figure_day" (
  "day" date not null,
  -- domain/figures/measures.ts
  "measure" text not null,
  -- Empty where there is none.
  "asset" text not null default '',
  "count" bigint not null default 0,
  "sum" numeric(40, 7) not null default 0,
  constraint "figure_day_pkey" primary key ("day", "measure", "asset")
);

-- How long releases of a day took: counts by length, eight to each doubling of seconds.
create table "figure_wait" (
  "day" date not null,
  "bin" smallint not null,
  "count" bigint not null default 0,
  constraint "figure_wait_pkey" primary key ("day", "bin")
);

-- Money that lay in open escrows when it was last looked.
create table "figure_open" (
  "asset" text not null,
  "age" text not null,
  "count" bigint not null,
  "sum" numeric(40, 7) not null,
  constraint "figure_open_pkey" primary key ("asset", "age")
);

create table "figure_state" (
  "id" boolean not null default true,
  -- The place of the audit log up to which all is added up.
  "seq" bigint not null default 0,
  "addedAt" timestamptz(3) not null,
  "openAt" timestamptz(3),
  constraint "figure_state_pkey" primary key ("id"),
  constraint "figure_state_once" check ("id")
);

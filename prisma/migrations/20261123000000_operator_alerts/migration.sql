-- What operators are told of: one open row for each trouble and what it is about.
create table "operator_alert" (
  "id" uuid primary key,
  "kind" text not null,
  "subject" text not null,
  "mark" text not null,
  "since" timestamptz(3),
  "openedAt" timestamptz(3) not null,
  "closedAt" timestamptz(3),
  "toldAt" timestamptz(3),
  "toldMark" text,
  "overToldAt" timestamptz(3),
  constraint "operator_alert_told_check" check (("toldAt" is null) = ("toldMark" is null)),
  constraint "operator_alert_over_check" check ("overToldAt" is null or ("closedAt" is not null and "toldAt" is not null))
);
create unique index "operator_alert_open_key" on "operator_alert" ("kind", "subject") where "closedAt" is null;
create index "operator_alert_told_idx" on "operator_alert" (greatest("toldAt", "overToldAt"));
create index "operator_alert_untold_idx" on "operator_alert" ("closedAt") where "closedAt" is not null and "toldAt" is not null and "overToldAt" is null;

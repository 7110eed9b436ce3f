-- A letter is tried ever more slowly, and at last given up and shown to the operator.
alter table "outbox_letter"
  add column "attempts" integer not null default 0,
  add column "firstTriedAt" timestamptz(3),
  add column "maybeTakenAt" timestamptz(3),
  add column "nextTryAt" timestamptz(3) not null default current_timestamp,
  add column "lastError" text,
  add column "givenUpAt" timestamptz(3),
  add column "givenUpFor" text;

-- Letters that wait from before may have been tried: nobody wrote it down. The mail service knows their keys for a day.
update "outbox_letter" set "firstTriedAt" = "createdAt", "maybeTakenAt" = "createdAt" where "sentAt" is null;

alter table "outbox_letter"
  add constraint "outbox_letter_attempts_check" check ("attempts" >= 0),
  add constraint "outbox_letter_first_try_check" check ("attempts" = 0 or "firstTriedAt" is not null),
  add constraint "outbox_letter_given_up_check"
    check ("givenUpFor" in ('refused', 'tried_for_days', 'fate_unknown') and "lastError" is not null or "givenUpAt" is null),
  add constraint "outbox_letter_given_up_why_check" check (("givenUpAt" is null) = ("givenUpFor" is null)),
  -- What was sent is not given up, and what was given up is not sent.
  add constraint "outbox_letter_one_end_check" check ("sentAt" is null or "givenUpAt" is null);

drop index "outbox_letter_sentAt_createdAt_idx";
create index "outbox_letter_due_idx" on "outbox_letter" ("nextTryAt") where "sentAt" is null and "givenUpAt" is null;
create index "outbox_letter_given_up_idx" on "outbox_letter" ("givenUpAt") where "givenUpAt" is not null;

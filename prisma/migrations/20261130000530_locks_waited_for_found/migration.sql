-- In steps
-- For the worker: whom somebody waits for, and all others in the order of their time.
create index concurrently if not exists "hold_agreement_due" on "hold_agreement" ("lookAt" nulls first, "id")
  where "closedAt" is null and ("openedAt" is not null or "condition" is not null);
create index concurrently if not exists "hold_agreement_asked" on "hold_agreement" ("askedAt")
  where "closedAt" is null and ("openedAt" is not null or "condition" is not null);

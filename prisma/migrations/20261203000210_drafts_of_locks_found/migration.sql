-- In steps
-- Of 20261203000200: looked at beside all other work, and the indexes of what the worker prepares and watches.
alter table "hold_lock" validate constraint "hold_lock_draftId_escrowId_fkey";
alter table "hold_lock" validate constraint "hold_lock_has_draft";
create index concurrently if not exists "hold_lock_of_draft" on "hold_lock" ("draftId") where "draftId" is not null;
create index concurrently if not exists "hold_agreement_to_prepare" on "hold_agreement" ("agreedAt", "id")
  where "supersededAt" is null and "closedAt" is null and "openedAt" is null;
create index concurrently if not exists "hold_agreement_wants_secret" on "hold_agreement" ("wantsSecretAt", "id")
  where "wantsSecretAt" is not null;
create index concurrently if not exists "hold_agreement_due" on "hold_agreement" ("lookAt" nulls first, "id")
  where "closedAt" is null and "openedAt" is not null;
create index concurrently if not exists "hold_agreement_asked" on "hold_agreement" ("askedAt")
  where "closedAt" is null and "openedAt" is not null;

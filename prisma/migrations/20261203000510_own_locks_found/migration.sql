-- In steps
-- Only what the buyer's own wallet has locked is followed (docs/decisions/124): whatever strangers make is no row of this index.
create index concurrently if not exists "hold_lock_open_own" on "hold_lock" ("lookedAt" nulls first, "id")
  where "end" is null and not ('payer' = any("differences"));

-- In steps
-- A wallet on a list that was stated, and refused: one for each person, wallet and day, so that whoever states it again and again writes nothing more.
create unique index concurrently if not exists "audit_event_wallet_refused"
  on "audit_event" ("userId", ("detail"->>'address'), (("at" at time zone 'UTC')::date)) where "kind" = 'wallet_refused';
-- The newest of them, for the desk.
create index concurrently if not exists "audit_event_wallets_refused" on "audit_event" ("at", "id") where "kind" = 'wallet_refused';

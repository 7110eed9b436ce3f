-- In steps
-- For the daily tidying: whose time is over.
create index concurrently if not exists "user_kept_until" on "user" ("keptUntil") where "keptUntil" is not null;

-- In steps
-- Of 20261128000610: looked at beside all other work.
alter table "user" validate constraint "user_kept_for_years";
-- For the nightly purge: whose account has been closed for so long, and what was compared of nobody who has one.
create index concurrently if not exists "user_closed_at" on "user" ("closedAt") where "closedAt" is not null;
create index concurrently if not exists "screening_of_no_account" on "screening" ("at") where "subject" not like 'user:%';
create index concurrently if not exists "screening_review_of_person" on "screening_review" ("personId") where "personId" is not null;

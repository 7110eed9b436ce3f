-- In steps
-- What is kept about one person is found by the person, for the copy of one's data; of pauses in the place of the open ones alone.
create index concurrently if not exists "party_visit_of_person_idx" on "party_visit" ("userId");
create index concurrently if not exists "undelivered_pause_of_person_idx" on "undelivered_pause" ("userId");
drop index concurrently if exists "undelivered_pause_open_idx";

-- In steps
-- Who is held for a wallet is found by the person, too: few rows are in it.
create index concurrently if not exists "screening_review_person_holds_idx" on "screening_review" ("personId") where "state" <> 'false_match';

-- In steps
-- What operators did about a person is read on the person's page on the desk, newest first.
create index concurrently if not exists "audit_event_about" on "audit_event" (("detail"->>'subject'), "at", "id")
  where "kind" in ('person_viewed', 'screening_decided');

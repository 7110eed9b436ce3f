-- In steps
-- Whether an operator has read a person lately is asked whenever somebody does.
create index concurrently if not exists "audit_event_person_viewed" on "audit_event" (("detail"->>'subject'), "userId", "at")
  where "kind" = 'person_viewed';

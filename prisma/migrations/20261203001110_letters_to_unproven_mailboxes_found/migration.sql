-- In steps
-- Letters of the last day to one mailbox are counted in this index alone.
create index concurrently if not exists "outbox_letter_unproven_idx" on "outbox_letter" ("unprovenMailbox", "createdAt")
  where "unprovenMailbox" is not null;

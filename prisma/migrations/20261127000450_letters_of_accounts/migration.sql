-- In steps
-- Letters about an account alone, which become nameless when it is closed: few of each person, beside those of the trades.
create index concurrently if not exists "outbox_letter_of_account" on "outbox_letter" ("userId")
  where "content" ->> 'letter' in ('welcome', 'confirm_email', 'password_reset', 'password_changed', 'account_secured',
    'email_change', 'email_change_told', 'account_exists', 'account_closed');
-- The last letter of an account is made nameless once it is gone.
create index concurrently if not exists "outbox_letter_last_of_account" on "outbox_letter" ("sentAt")
  where "content" ->> 'letter' = 'account_closed' and "recipient" <> '';
-- What happened to an account alone, for the copy that its owner asks for: few of each person.
create index concurrently if not exists "audit_event_of_account" on "audit_event" ("userId", "at")
  where "escrowId" is null and "userId" is not null;

-- In steps
-- Emails about an account alone: also the outcome of a check, and new terms (app/settings/db/account-emails.ts).
create index concurrently if not exists "outbox_letter_about_account" on "outbox_letter" ("userId")
  where "content" ->> 'letter' in ('welcome', 'confirm_email', 'password_reset', 'password_changed', 'account_secured',
    'email_change', 'email_change_told', 'account_exists', 'account_closed', 'account_checked', 'terms_changed');
drop index concurrently if exists "outbox_letter_of_account";

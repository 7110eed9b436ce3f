-- Accounts are free, and so letters to an address that nobody has confirmed are counted by its mailbox, whichever account causes
-- them (docs/decisions/128). A digest of the mailbox in the spelling that all of its addresses share; null where it is confirmed,
-- and of letters of before.
alter table "outbox_letter" add column "unprovenMailbox" text;

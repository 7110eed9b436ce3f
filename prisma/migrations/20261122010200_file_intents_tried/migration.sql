-- A file that cannot be removed goes to the end of the line, so that it keeps no other waiting.
alter table "file_intent" add column "triedAt" timestamptz(3);

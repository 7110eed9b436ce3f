-- Operators look into the records of access, and that is a record itself. Older rows are of fewer kinds, so none is read again.
alter table "access_record" drop constraint "access_record_kind",
  add constraint "access_record_kind" check ("kind" in (
    'signed_in', 'sign_in_failed', 'role_denied', 'too_many_tries', 'foreign_form',
    'file_downloaded', 'file_previewed', 'file_refused', 'statement_read', 'statement_refused', 'records_read')) not valid;
-- In the order in which they are read; a neighbourhood is asked for by itself.
create index "access_record_firstAt_id_idx" on "access_record" ("firstAt", "id");
create index "access_record_place_firstAt_idx" on "access_record" ("place", "firstAt");

-- In steps
-- Of 20261130000862: looked at beside all other work.
alter table "desk_note" validate constraint "desk_note_kind";

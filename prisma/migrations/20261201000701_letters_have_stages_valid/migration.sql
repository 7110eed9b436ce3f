-- In steps
-- Of 20261201000700: looked at beside all other work.
alter table "outbox_letter" validate constraint "outbox_letter_stage_check";
alter table "outbox_letter" validate constraint "outbox_letter_withheld_check";
alter table "outbox_letter" validate constraint "outbox_letter_withheld_rests_check";

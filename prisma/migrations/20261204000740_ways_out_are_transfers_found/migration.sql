-- In steps
-- What names a way out points to "transfer" (decision 145).
alter table "hold_signature" validate constraint "hold_signature_exitId_fkey";
alter table "hold_closing" validate constraint "hold_closing_exitId_fkey";
alter table "hold_share" validate constraint "hold_share_exitId_fkey";
alter table "transfer_attempt" validate constraint "transfer_attempt_exitId_fkey";

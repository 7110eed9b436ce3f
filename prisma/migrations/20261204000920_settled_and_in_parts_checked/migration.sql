-- In steps
alter table "transfer" validate constraint "transfer_carries_settlement";
alter table "settlement" validate constraint "settlement_of_milestone";
alter table "milestone" validate constraint "milestone_id_there";
alter table "milestone" validate constraint "milestone_amount_there";
alter table "presentation" validate constraint "presentation_of_milestone";
alter table "escrow_clock" validate constraint "escrow_clock_of_milestone";

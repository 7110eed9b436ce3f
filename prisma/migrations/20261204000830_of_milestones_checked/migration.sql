-- In steps
alter table "presentation" validate constraint "presentation_milestone_fkey";
alter table "escrow_clock" validate constraint "escrow_clock_milestone_fkey";
alter table "settlement" validate constraint "settlement_milestone_fkey";
alter table "settlement" validate constraint "settlement_excess_of_none";

-- What is of a milestone is of one of its own escrow (decision 147). Written by a trigger; what is there already is given its own by the worker.
set local lock_timeout = '3s';

alter table "presentation" add column "milestoneId" uuid, add constraint "presentation_milestone_fkey"
  foreign key ("milestoneId", "escrowId") references "milestone" ("id", "escrowId") on delete restrict on update cascade not valid;
alter table "escrow_clock" add column "milestoneId" uuid, add constraint "escrow_clock_milestone_fkey"
  foreign key ("milestoneId", "escrowId") references "milestone" ("id", "escrowId") on delete restrict on update cascade not valid;
alter table "settlement" add column "milestoneId" uuid,
  -- What came in beside the amount is of no part of it.
  add constraint "settlement_excess_of_none" check ("cause" <> 'excess' or "milestoneId" is null) not valid,
  add constraint "settlement_milestone_fkey"
  foreign key ("milestoneId", "escrowId") references "milestone" ("id", "escrowId") on delete restrict on update cascade not valid;

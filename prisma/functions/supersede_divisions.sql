-- Answers the open division offers of an escrow as superseded at of_moment (decision 134). An offer is for the trade as both sides saw it, so a change of
-- the trade ends it.
create or replace function "supersede_divisions"("of_escrow" uuid, "of_moment" timestamptz) returns void language sql as $$
  update "division" set "answer" = 'superseded', "answeredAt" = "of_moment" where "escrowId" = "of_escrow" and "answer" is null
$$;

-- Ends the open waiver request of an escrow as overtaken, at of_moment (decision 076).
create or replace function "end_waiver"("of_escrow" uuid, "of_moment" timestamptz) returns void language sql as $$
  update "waiver_request" set "answer" = 'overtaken', "answeredAt" = "of_moment" where "escrowId" = "of_escrow" and "answer" is null;
$$;

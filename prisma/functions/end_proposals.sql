-- Supersedes the open amendments of an escrow at of_moment (decision 076).
create or replace function "end_proposals"("of_escrow" uuid, "of_moment" timestamptz) returns void language sql as $$
  update "amendment" set "answer" = 'superseded', "answeredAt" = "of_moment" where "escrowId" = "of_escrow" and "answer" is null;
$$;

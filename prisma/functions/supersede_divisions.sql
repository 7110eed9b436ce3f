-- Supersedes the open split proposals of an escrow at of_moment (decision 134): they are for the trade as both sides saw it, and a change ends them.
create or replace function "supersede_divisions"("of_escrow" uuid, "of_moment" timestamptz) returns void language sql as $$
  update "division" set "answer" = 'superseded', "answeredAt" = "of_moment" where "escrowId" = "of_escrow" and "answer" is null
$$;

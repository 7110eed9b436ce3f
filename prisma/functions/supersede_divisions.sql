-- An open one stands for the trade as both saw it. Whatever changes that takes its place, at the moment of that act.
create or replace function "supersede_divisions"("of_escrow" uuid, "of_moment" timestamptz) returns void language sql as $$
  update "division" set "answer" = 'superseded', "answeredAt" = "of_moment" where "escrowId" = "of_escrow" and "answer" is null
$$;

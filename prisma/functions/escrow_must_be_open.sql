-- Locks an escrow, and refuses unless it is funded and its money is not settled (is_settled). Requests for a refund, divisions and disputes
-- call it, so that none of them comes beside a payout or a way out.
create or replace function "escrow_must_be_open"("escrow_id" uuid) returns void language plpgsql as $$
begin
  perform 1 from "escrow" where "id" = "escrow_id" for update;
  perform "public"."refuse_if"(not exists (select 1 from "escrow" where "id" = "escrow_id" and "verifiedAt" is not null) or "is_settled"("escrow_id"),
    format('escrow %s holds nothing to decide about', "escrow_id"));
end $$;

-- Locks an escrow; refuses unless funded and unsettled (is_settled). For refund requests, splits and disputes: none of them may race with a settlement.
create or replace function "escrow_must_be_open"("escrow_id" uuid) returns void language plpgsql as $$
begin
  perform 1 from "escrow" where "id" = "escrow_id" for update;
  perform "public"."refuse_if"(not exists (select 1 from "escrow" where "id" = "escrow_id" and "verifiedAt" is not null) or "is_settled"("escrow_id"),
    format('escrow %s holds nothing to decide about', "escrow_id"));
end $$;

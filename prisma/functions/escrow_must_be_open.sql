-- As before; a way out that is not dead stands as a payout does.
create or replace function "escrow_must_be_open"("escrow_id" uuid) returns void language plpgsql as $$
begin
  perform 1 from "escrow" where "id" = "escrow_id" for update;
  if not exists (select 1 from "escrow" where "id" = "escrow_id" and "verifiedAt" is not null) or "is_settled"("escrow_id") then
    raise exception 'escrow % holds nothing to decide about', "escrow_id";
  end if;
end $$;

-- Did payouts give exactly these shares before there were settlements (docs/decisions/142)? For one release: the worker gives them one.
create or replace function "began_without_settlement"("escrow_id" uuid, "seller" numeric, "buyer" numeric) returns boolean language sql stable as $$
  select exists (
    select 1 from "transfer" where "escrowId" = "escrow_id" and "purpose" in ('release', 'refund') and "settlementId" is null and "lockId" is null
    having coalesce(sum("amount") filter (where "purpose" = 'release'), 0) = "seller"
      and coalesce(sum("amount") filter (where "purpose" = 'refund'), 0) = "buyer" and count(*) > 0
  )
$$;

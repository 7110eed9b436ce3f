-- Whether the money of an escrow is decided about: it has a payout of release or refund, a way out that is not dead, or a lock that counts
-- and has ended.
create or replace function "is_settled"("escrow_id" uuid) returns boolean language sql stable as $$
  select exists (select 1 from "transfer" where "escrowId" = "escrow_id" and "purpose" in ('release', 'refund'))
    or exists (select 1 from "hold_exit" where "escrowId" = "escrow_id" and "state" <> 'dead')
    or exists (select 1 from "hold_lock" where "escrowId" = "escrow_id" and "counts" and "end" is not null)
$$;

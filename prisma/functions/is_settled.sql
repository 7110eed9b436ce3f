-- Whether an escrow's money is decided: it has a transfer that is neither failed nor of an excess, or a deposit that counts and has ended.
create or replace function "is_settled"("escrow_id" uuid) returns boolean language sql stable as $$
  select exists (select 1 from "transfer" where "escrowId" = "escrow_id" and "purpose" <> 'return' and "state" <> 'dead')
    or exists (select 1 from "hold_lock" where "escrowId" = "escrow_id" and "counts" and "end" is not null)
$$;

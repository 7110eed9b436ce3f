-- Whether the terms of an escrow can be amended (decision 076): not if cancelled, released, settled, approved, with an open refund, or in an open dispute.
create or replace function "may_be_amended"("e" "escrow") returns boolean language sql stable as $$
  select e."cancelledAt" is null and e."releasedAt" is null and e."refundOpenedAt" is null
    and e."documentApprovalStatus" <> 'Approved'
    and not exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" is null)
    and not "is_settled"(e."id")
$$;

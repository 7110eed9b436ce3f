-- Whom the record of an escrow entitles to its money, by which rows: a dispute's decision, an agreed lower price, the approval, or a refund that was agreed or
-- opened. Every settlement needs such a right, except as settlement_needs_right says (decisions 004, 134, 142). If two hold, the first settlement stands.
create or replace function "rights_to"("e" "escrow")
returns table ("toSeller" numeric, "toBuyer" numeric, "divisionId" uuid, "disputeId" uuid) language sql stable as $$
  with "decided" as (
    select * from "dispute" where "escrowId" = ("e")."id" and "decision" in ('release', 'refund', 'split', 'settled')
  ),
  -- At most one (division_one_agreed). An agreed offer is paid through its dispute, which is settled with it.
  "agreed" as (select * from "division" where "escrowId" = ("e")."id" and "answer" = 'agreed'),
  -- Nothing else is decided or agreed, and no dispute is open.
  "plain" as (
    select ("e").* where ("e")."verifiedAt" is not null and not exists (select 1 from "agreed")
      and not exists (select 1 from "decided")
      and not exists (select 1 from "dispute" where "escrowId" = ("e")."id" and "decision" is null)
  )
  select "sellerAmount", "buyerAmount", (select "id" from "agreed"), "id" from "decided"
  union all
  select "sellerAmount", "buyerAmount", "id", null from "agreed"
    where "kind" = 'reduction' and ("e")."documentApprovalStatus" = 'Approved'
  union all
  select "amount", 0, null, null from "plain" where "confirmedAt" is not null and "documentApprovalStatus" = 'Approved'
  union all
  select 0, "amount", null, null from "plain" where "refundOpenedAt" is not null
    or exists (select 1 from "refund_request" where "escrowId" = ("e")."id" and "answer" = 'agreed')
$$;

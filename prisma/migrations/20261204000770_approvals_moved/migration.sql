-- Approvals of what a ledger is to hold, from before they had a table (decision 146). Each is an operator's act: they are few, and an index finds them.
-- What is approved after this by the version before is moved by a trigger (approved_by_columns).
set local lock_timeout = '3s';

-- The trigger asks whether something may be approved; these were.
alter table "settlement_approval" disable trigger user;
insert into "settlement_approval" ("id", "clearanceId", "operatorId", "address", "memo", "usdValue", "aboveLimit", "reason", "at")
  select gen_random_uuid(), c."id", c."approvedById", a."sellerWallet", a."sellerTag", c."usdValue", c."aboveLimit", c."approvalReason", c."approvedAt"
  from "hold_clearance" c join "hold_agreement" a on a."id" = c."agreementId" where c."approvedById" is not null
  on conflict ("clearanceId") do nothing;
alter table "settlement_approval" enable trigger user;

-- Who has ever given another wallet to what is not paid yet: the last by its row, those before by the audit log.
insert into "payout_redirect" ("payoutId", "operatorId", "at")
  select "payoutId", "operatorId", min("at") from (
    select p."id" as "payoutId", p."redirectedById" as "operatorId", p."updatedAt" as "at" from "transfer" p
      where p."state" in ('queued', 'blocked') and p."redirectedById" is not null
    union all
    select p."id", e."userId", e."at" from "transfer" p
      join "audit_event" e on e."kind" in ('payback_redirected', 'commission_redirected') and e."userId" is not null
        and (e."detail"->>'caseId' = p."caseId"::text or e."detail"->>'payoutId' = p."id"::text)
      where p."state" in ('queued', 'blocked') and p."redirectedById" is not null
  ) as "given" group by 1, 2
  on conflict do nothing;

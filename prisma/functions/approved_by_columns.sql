-- For one release (decision 146): what the version before approves by the columns of a clearance gets its row, by the rule of all approvals.
create or replace function "approved_by_columns"() returns trigger language plpgsql as $$
begin
  if new."approvedById" is not null and new."clearedAt" is null and new."closedAt" is null
      and not exists (select 1 from "settlement_approval" where "clearanceId" = new."id") then
    insert into "settlement_approval" ("id", "clearanceId", "operatorId", "address", "memo", "usdValue", "aboveLimit", "reason", "at")
      select gen_random_uuid(), new."id", new."approvedById", a."sellerWallet", a."sellerTag", new."usdValue", new."aboveLimit",
        new."approvalReason", new."approvedAt"
      from "hold_agreement" a where a."id" = new."agreementId";
  end if;
  return null;
end $$;

create trigger "hold_clearance_approved_by_columns" after update on "hold_clearance"
  for each row execute function "approved_by_columns"();

-- For one release (decision 146): the version before, and a check of the table, read in the columns of a clearance who approved it.
create or replace function "approval_in_columns"() returns trigger language plpgsql as $$
begin
  update "hold_clearance" set "approvedById" = new."operatorId", "approvedAt" = new."at", "approvalReason" = new."reason"
    where "id" = new."clearanceId" and "approvedById" is null;
  return null;
end $$;

create trigger "settlement_approval_in_columns" after insert on "settlement_approval"
  for each row when (new."clearanceId" is not null) execute function "approval_in_columns"();

-- What only versions of before read. The views with the old names of transfer_attempt were for the version before the last release (decision 140).
-- Ways out are weighed by their clearance, and approved there (decision 119): no process writes or reads what they said of it themselves.
set local lock_timeout = '3s';

-- Who approved what, when and why stands in the audit log, written in one transaction with each of these rows. Where it does not, nothing is dropped.
do $$ begin
  if exists (
    select 1 from "hold_approval" p join "hold_exit" x on x."id" = p."exitId"
    where not exists (
      select 1 from "audit_event" e where e."escrowId" = x."escrowId" and e."kind" = 'payout_approved' and e."userId" = p."operatorId"
        and e."detail"->>'exitId' = p."exitId"::text)
  ) then
    raise exception 'an approval in hold_approval is not in the audit log';
  end if;
end $$;

drop view "payout_attempt", "hold_attempt", "treasury_transaction";
drop type "HoldPurpose";
drop type "TreasuryPurpose";

drop table "hold_approval";
drop function if exists "may_approve_way_out"();

alter table "hold_exit" drop column "usdValue", drop column "aboveLimit", drop column "clearedAt";

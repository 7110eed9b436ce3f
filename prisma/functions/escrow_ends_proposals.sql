-- Cancelling, opening the refund and approving the documents supersede open amendments; an open refund also ends an open waiver request (decision 076).
create or replace function "escrow_ends_proposals"() returns trigger language plpgsql as $$
begin
  perform "end_proposals"(new."id", greatest(new."cancelledAt", new."refundOpenedAt", new."decidedAt"));
  if new."refundOpenedAt" is not null then
    perform "end_waiver"(new."id", new."refundOpenedAt");
  end if;
  return null;
end $$;

create trigger "escrow_ends_proposals" after update on "escrow" for each row when (
    (new."cancelledAt", new."refundOpenedAt") is distinct from (old."cancelledAt", old."refundOpenedAt")
    or (new."documentApprovalStatus" = 'Approved' and old."documentApprovalStatus" <> 'Approved'))
  execute function "escrow_ends_proposals"();

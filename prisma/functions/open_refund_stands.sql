-- Refuses to change approval status, confirmation or payout address of an escrow whose refund is open to its buyer (decision 073).
-- dispute_needs_closed_refund refuses disputes.
create or replace function "open_refund_stands"() returns trigger language plpgsql as $$
begin
  raise exception 'the refund of escrow % is open to its buyer', old."transactionId";
end $$;

create trigger "escrow_open_refund_stands" before update of "documentApprovalStatus", "confirmedAt", "payoutAddress" on "escrow"
  for each row when (old."refundOpenedAt" is not null and (new."documentApprovalStatus", new."confirmedAt", new."payoutAddress")
    is distinct from (old."documentApprovalStatus", old."confirmedAt", old."payoutAddress"))
  execute function "open_refund_stands"();

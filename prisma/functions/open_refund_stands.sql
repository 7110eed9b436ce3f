-- What is open to the buyer is decided: nobody confirms, approves or opens a dispute any more.
create or replace function "open_refund_stands"() returns trigger language plpgsql as $$
begin
  raise exception 'the refund of escrow % is open to its buyer', old."transactionId";
end $$;

create trigger "escrow_open_refund_stands" before update of "documentApprovalStatus", "confirmedAt", "payoutAddress" on "escrow"
  for each row when (old."refundOpenedAt" is not null and (new."documentApprovalStatus", new."confirmedAt", new."payoutAddress")
    is distinct from (old."documentApprovalStatus", old."confirmedAt", old."payoutAddress"))
  execute function "open_refund_stands"();

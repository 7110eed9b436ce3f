-- A confirmation, a stated payout wallet, an approval or an opened refund supersedes the open split proposals of the escrow (decision 134).
create or replace function "supersede_by_escrow"() returns trigger language plpgsql as $$
begin
  perform "supersede_divisions"(new."id", greatest(new."confirmedAt", new."payoutStatedAt", new."decidedAt", new."refundOpenedAt"));
  return null;
end $$;

create trigger "escrow_supersedes_divisions" after update on "escrow" for each row when (
    (new."confirmedAt", new."payoutStatedAt", new."refundOpenedAt")
      is distinct from (old."confirmedAt", old."payoutStatedAt", old."refundOpenedAt")
    or (new."documentApprovalStatus" = 'Approved' and old."documentApprovalStatus" <> 'Approved'))
  execute function "supersede_by_escrow"();

-- Approval status, amount, currency and payout wallet are fixed once an escrow is settled, and while a dispute is open. Exception: while the release waits for
-- its wallet, the proposed wallet may become the payout wallet (decision 004). A cancellation is final.
create or replace function "keep_released_escrow"() returns trigger language plpgsql as $$
declare
  is_other_wallet boolean := new."payoutAddress" is distinct from old."payoutAddress"
    or new."payoutMemo" is distinct from old."payoutMemo";
  is_other_decision boolean := new."documentApprovalStatus" is distinct from old."documentApprovalStatus"
    or new."amount" is distinct from old."amount"
    or new."currency" is distinct from old."currency";
begin
  if is_other_wallet or is_other_decision then
    if "is_settled"(old."id") then
      perform "public"."refuse_if"(is_other_decision or old."proposedPayoutAt" is null
          or new."payoutAddress" is distinct from old."proposedPayoutAddress"
          or new."payoutMemo" is distinct from old."proposedPayoutMemo"
          or not "release_waits_for_wallet"(old."id"), format('escrow %s has been settled and cannot change', old."transactionId"));
    end if;
    perform "public"."refuse_if"(exists (select 1 from "dispute" where "escrowId" = old."id" and "decision" is null),
      format('escrow %s is in dispute and cannot change', old."transactionId"));
  end if;
  perform "public"."refuse_if"(old."cancelledAt" is not null and new."cancelledAt" is distinct from old."cancelledAt",
    format('escrow %s stays cancelled', old."transactionId"));
  return new;
end $$;

create trigger "escrow_keep_released" before update on "escrow" for each row execute function "keep_released_escrow"();

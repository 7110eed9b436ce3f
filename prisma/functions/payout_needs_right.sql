-- Payouts of an escrow (decisions 004, 007, 079). Refuses one without a right to it in the record (release, refund, share of a decision or division, excess),
-- to another wallet than the stated one, or of more than the books say came in. Escrow, purpose, amount and asset do not change; the wallet changes only
-- while no signed transaction can pay it, that of a release only while it is blocked by its wallet.
create or replace function "payout_needs_right"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  received numeric;
  others numeric;
  settled boolean;
  has_right boolean;
  agreed "division"%rowtype;
begin
  if tg_op = 'UPDATE' and (new."escrowId" <> old."escrowId" or new."purpose" <> old."purpose" or new."amount" <> old."amount"
      or new."asset" <> old."asset") then
    raise exception 'payout % stays what it is', old."id";
  end if;
  if tg_op = 'UPDATE' and (new."address" <> old."address" or new."memo" is distinct from old."memo")
     and exists (select 1 from "payout_attempt" where "payoutId" = old."id" and "state" in ('live', 'settled')) then
    raise exception 'payout % is on its way', old."id";
  end if;
  if tg_op = 'UPDATE' and old."purpose" = 'release' and (new."address" <> old."address" or new."memo" is distinct from old."memo")
     and (old."state" <> 'blocked' or old."blockedReason" = 'payout_failed') then
    raise exception 'payout % does not wait for a wallet', old."id";
  end if;
  select * into e from "escrow" where "id" = new."escrowId" for update;
  if new."asset" <> e."currency" then
    raise exception 'escrow % is held in %', e."id", e."currency";
  end if;

  -- At most one (division_one_agreed). An agreed offer is paid by its dispute, which is settled with it.
  select * into agreed from "division" where "escrowId" = new."escrowId" and "answer" = 'agreed';

  if new."purpose" = 'release' then
    has_right := new."address" = e."payoutAddress" and new."memo" is not distinct from e."payoutMemo" and (
      (e."verifiedAt" is not null and e."confirmedAt" is not null and e."documentApprovalStatus" = 'Approved'
        and new."amount" = e."amount" and agreed."id" is null
        and not exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" is null))
      or (agreed."kind" = 'reduction' and e."documentApprovalStatus" = 'Approved' and agreed."sellerAmount" = new."amount")
      or exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" in ('release', 'split', 'settled')
        and "sellerAmount" = new."amount")
    );
  elsif new."purpose" = 'refund' then
    has_right := new."address" = e."refundAddress" and new."memo" is not distinct from e."refundMemo" and (
      (e."verifiedAt" is not null and new."amount" = e."amount" and agreed."id" is null and (e."refundOpenedAt" is not null
        or exists (select 1 from "refund_request" where "escrowId" = e."id" and "answer" = 'agreed')))
      or (agreed."kind" = 'reduction' and e."documentApprovalStatus" = 'Approved' and agreed."buyerAmount" = new."amount")
      or exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" in ('refund', 'split', 'settled')
        and "buyerAmount" = new."amount")
    );
  else
    has_right := new."address" = e."refundAddress" and new."memo" is not distinct from e."refundMemo";
  end if;
  if has_right is not true then
    raise exception 'escrow % owes no % of % to this wallet', e."id", new."purpose", new."amount";
  end if;

  select coalesce(-sum("units"), 0) into received from "book_posting"
    where "account" = 'escrow:' || e."id" and "side" = 'gives';
  select coalesce(sum("amount"), 0), coalesce(bool_or("purpose" in ('release', 'refund')), false) into others, settled
    from "payout" where "escrowId" = e."id" and "id" <> new."id";
  -- While nothing is decided the amount itself stays; only what is beyond it can be returned.
  if new."purpose"::text = 'return' and not settled and e."cancelledAt" is null then
    others := others + e."amount";
  end if;
  if "units_of"(others + new."amount", e."currency"::text) > received then
    raise exception 'escrow % has not received what would leave it', e."id";
  end if;
  return new;
end $$;

create trigger "payout_needs_right"
  before insert or update of "escrowId", "caseId", "resellerPayoutId", "purpose", "asset", "amount", "address", "memo"
  on "payout" for each row when (new."caseId" is null and new."resellerPayoutId" is null) execute function "payout_needs_right"();

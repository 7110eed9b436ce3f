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
begin
  if tg_op = 'UPDATE' and (new."escrowId" <> old."escrowId" or new."purpose" <> old."purpose" or new."amount" <> old."amount"
      or new."asset" <> old."asset") then
    raise exception 'payout % stays what it is', old."id";
  end if;
  if tg_op = 'UPDATE' and (new."address" <> old."address" or new."memo" is distinct from old."memo")
     and exists (select 1 from "transfer_attempt" where "payoutId" = old."id" and "state" in ('live', 'settled')) then
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

  if new."purpose" = 'release' then
    has_right := new."address" = e."payoutAddress" and new."memo" is not distinct from e."payoutMemo"
      and exists (select 1 from "rights_to"(e) r where r."toSeller" = new."amount");
  else
    has_right := new."address" = e."refundAddress" and new."memo" is not distinct from e."refundMemo"
      and (new."purpose" = 'return' or exists (select 1 from "rights_to"(e) r where r."toBuyer" = new."amount"));
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

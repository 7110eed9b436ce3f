-- Payouts of an escrow (decisions 004, 007, 079, 142). Each is a share of its settlement, goes to the stated wallet, and is of no more than the books say
-- came in. Escrow, purpose, amount and asset do not change; the wallet changes only while no signed transaction can pay it, that of a release
-- only while it is blocked by its wallet.
create or replace function "payout_needs_right"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  received numeric;
  others numeric;
  settled boolean;
  s "settlement"%rowtype;
  is_stated boolean;
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

  is_stated := case when new."purpose" = 'release' then new."address" = e."payoutAddress" and new."memo" is not distinct from e."payoutMemo"
    else new."address" = e."refundAddress" and new."memo" is not distinct from e."refundMemo" end;
  -- By the version before, which knows no settlements.
  if new."settlementId" is null and is_stated then
    new."settlementId" := "settlement_of_payout"(e, new."purpose", new."amount");
  end if;
  select * into s from "settlement" where "id" = new."settlementId";
  if is_stated is not true or new."amount" is distinct from (case when new."purpose" = 'release' then s."toSeller" else s."toBuyer" end)
      or (s."cause" = 'excess') <> (new."purpose" = 'return')
      or (tg_op = 'INSERT' and s."cause" <> 'excess' and s."id" <> "open_settlement"(e."id", s."toSeller", s."toBuyer", clock_timestamp(), false)) then
    raise exception 'escrow % owes no % of % to this wallet', e."id", new."purpose", new."amount";
  end if;

  select coalesce(-sum("units"), 0) into received from "book_posting"
    where "account" = 'escrow:' || e."id" and "side" = 'gives';
  select coalesce(sum("amount"), 0), coalesce(bool_or("purpose" in ('release', 'refund')), false) into others, settled
    from "transfer" where "escrowId" = e."id" and "id" <> new."id";
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
  on "transfer" for each row when (new."caseId" is null and new."resellerPayoutId" is null) execute function "payout_needs_right"();

-- A commission payout has asset, amount, wallet and memo of its payout of earnings, and is its only one. What it pays never changes; its
-- wallet only while it is blocked, other than by payout_failed, and no signed transaction of it is live or settled (docs/decisions/062).
create or replace function "commission_needs_right"() returns trigger language plpgsql as $$
declare
  r "reseller_payout"%rowtype;
begin
  if tg_op = 'UPDATE' then
    if (new."escrowId", new."caseId", new."resellerPayoutId", new."purpose", new."amount", new."asset", new."paidFrom")
        is distinct from
        (old."escrowId", old."caseId", old."resellerPayoutId", old."purpose", old."amount", old."asset", old."paidFrom") then
      raise exception 'payout % stays what it is', old."id";
    end if;
    if (new."address", new."memo") is distinct from (old."address", old."memo") and (
      old."state" <> 'blocked' or old."blockedReason" = 'payout_failed'
      or exists (select 1 from "transfer_attempt" where "payoutId" = old."id" and "state" in ('live', 'settled'))
    ) then
      raise exception 'payout % does not wait for a wallet', old."id";
    end if;
  end if;
  select * into strict r from "reseller_payout" where "id" = new."resellerPayoutId" for update;
  if (new."asset", new."amount", new."address", new."memo") is distinct from (r."asset", r."amount", r."address", r."memo") then
    raise exception 'nothing of % is owed to this wallet', new."amount";
  end if;
  if tg_op = 'INSERT' and exists (select 1 from "transfer" where "resellerPayoutId" = new."resellerPayoutId") then
    raise exception 'payout of earnings % is paid once', new."resellerPayoutId";
  end if;
  return new;
end $$;

create trigger "commission_needs_right"
  before insert or update of "escrowId", "caseId", "resellerPayoutId", "purpose", "asset", "amount", "address", "memo", "paidFrom"
  on "transfer" for each row when (new."resellerPayoutId" is not null) execute function "commission_needs_right"();

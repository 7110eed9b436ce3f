-- Paybacks of cases (decision 025): case, purpose, amount, asset and paying account do not change; the wallet changes only while the payout is blocked
-- by its wallet and no signed transaction can pay it. payback_has_right asks for the right to it.
create or replace function "payback_needs_right"() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new."escrowId", new."caseId", new."purpose", new."amount", new."asset", new."paidFrom")
        is distinct from (old."escrowId", old."caseId", old."purpose", old."amount", old."asset", old."paidFrom") then
      raise exception 'payout % stays what it is', old."id";
    end if;
    if (new."address", new."memo") is distinct from (old."address", old."memo") and (
      old."state" <> 'blocked' or old."blockedReason" = 'payout_failed'
      or exists (select 1 from "transfer_attempt" where "payoutId" = old."id" and "state" in ('live', 'settled'))
    ) then
      raise exception 'payout % does not wait for a wallet', old."id";
    end if;
  end if;
  perform "payback_has_right"(new, tg_op = 'INSERT');
  return new;
end $$;

create trigger "payback_needs_right"
  before insert or update of "escrowId", "caseId", "resellerPayoutId", "purpose", "asset", "amount", "address", "memo", "paidFrom"
  on "transfer" for each row when (new."caseId" is not null) execute function "payback_needs_right"();

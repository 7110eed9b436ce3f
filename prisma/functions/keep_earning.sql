-- A commission goes from accrued to payable to paid, or is reversed before it is in a payout; it never goes back and is never deleted.
-- Its date and its payout are written once. Paid needs the confirmed payout with its hash (docs/decisions/061).
create or replace function "keep_earning"() returns trigger language plpgsql as $$
declare
  moving constant text[] := array['status', 'payableFrom', 'resellerPayoutId', 'paidHash', 'paidAt', 'reversedAt', 'reversedFor',
    'reversedById', 'reverseReason', 'reverseHash'];
begin
  if tg_op = 'DELETE' then
    raise exception 'earnings are never deleted';
  end if;
  if (to_jsonb(new) - moving) <> (to_jsonb(old) - moving) then
    raise exception 'earning % stays what it is', old."id";
  end if;
  if old."payableFrom" is not null and new."payableFrom" is distinct from old."payableFrom" then
    raise exception 'earning % was promised for %', old."id", old."payableFrom";
  end if;
  if old."resellerPayoutId" is not null and new."resellerPayoutId" is distinct from old."resellerPayoutId" then
    raise exception 'earning % is in a payout', old."id";
  end if;
  if old."status" <> new."status" and not (
    (old."status" = 'accrued' and new."status" in ('payable', 'reversed'))
    or (old."status" = 'payable' and new."status" = 'paid')
    or (old."status" = 'payable' and new."status" = 'reversed' and old."resellerPayoutId" is null)
  ) then
    raise exception 'earning % does not go from % to %', old."id", old."status", new."status";
  end if;
  if old."status" = new."status" and old."status" in ('paid', 'reversed') and to_jsonb(new) <> to_jsonb(old) then
    raise exception 'earning % is over', old."id";
  end if;
  if new."status" = 'paid' and old."status" <> 'paid' and not exists (
    select 1 from "payout" where "resellerPayoutId" = new."resellerPayoutId" and "state" = 'confirmed'
      and "settledHash" = new."paidHash"
  ) then
    raise exception 'earning % is not paid by %', old."id", new."paidHash";
  end if;
  return new;
end $$;

create trigger "reseller_earning_keep" before update or delete on "reseller_earning"
  for each row execute function "keep_earning"();

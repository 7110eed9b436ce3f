-- A commission goes from accrued to payable to paid, or is reversed before it is in a payout; it never goes back. Paid needs the confirmed
-- payout with its hash (decision 061).
create or replace function "keep_earning"() returns trigger language plpgsql as $$
begin
  if old."status" <> new."status" and not (
    (old."status" = 'accrued' and new."status" in ('payable', 'reversed'))
    or (old."status" = 'payable' and new."status" = 'paid')
    or (old."status" = 'payable' and new."status" = 'reversed' and old."resellerPayoutId" is null)
  ) then
    raise exception 'earning % does not go from % to %', old."id", old."status", new."status";
  end if;
  if new."status" = 'paid' and old."status" <> 'paid' and not exists (
    select 1 from "transfer" where "resellerPayoutId" = new."resellerPayoutId" and "state" = 'confirmed'
      and "settledHash" = new."paidHash"
  ) then
    raise exception 'earning % is not paid by %', old."id", new."paidHash";
  end if;
  return new;
end $$;

create trigger "reseller_earning_keep" before update on "reseller_earning"
  for each row execute function "keep_earning"();

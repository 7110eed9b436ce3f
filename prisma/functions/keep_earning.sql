-- A commission goes from accrued to payable to paid, or is reversed before a payout has it; never back. Paid needs the confirmed payout's hash (decision 027).
create or replace function "keep_earning"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(old."status" <> new."status" and not (
    (old."status" = 'accrued' and new."status" in ('payable', 'reversed'))
    or (old."status" = 'payable' and new."status" = 'paid')
    or (old."status" = 'payable' and new."status" = 'reversed' and old."resellerPayoutId" is null)
  ), format('earning %s does not go from %s to %s', old."id", old."status", new."status"));
  perform "public"."refuse_if"(new."status" = 'paid' and old."status" <> 'paid' and not exists (
    select 1 from "transfer" where "resellerPayoutId" = new."resellerPayoutId" and "state" = 'confirmed'
      and "settledHash" = new."paidHash"
  ), format('earning %s is not paid by %s', old."id", new."paidHash"));
  return new;
end $$;

create trigger "reseller_earning_keep" before update on "reseller_earning"
  for each row execute function "keep_earning"();

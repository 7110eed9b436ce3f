-- A confirmed payout of a reseller makes its earnings paid, with hash and time (decision 027).
create or replace function "payout_pays_earnings"() returns trigger language plpgsql as $$
begin
  update "reseller_earning" set "status" = 'paid', "paidHash" = new."settledHash", "paidAt" = coalesce(new."settledAt", now())
    where "resellerPayoutId" = new."resellerPayoutId";
  return null;
end $$;

create trigger "payout_pays_earnings" after update of "state" on "transfer" for each row
  when (new."state" = 'confirmed' and old."state" <> 'confirmed' and new."resellerPayoutId" is not null)
  execute function "payout_pays_earnings"();

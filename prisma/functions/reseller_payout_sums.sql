-- At commit a reseller's payout is the sum of its own earnings in US dollars, and its transfer has the same asset, amount and wallet (decision 027).
create or replace function "reseller_payout_sums"() returns trigger language plpgsql as $$
declare
  r "reseller_payout"%rowtype;
  of_payout uuid := case tg_table_name when 'reseller_payout' then (to_jsonb(new) ->> 'id')::uuid
    else (to_jsonb(new) ->> 'resellerPayoutId')::uuid end;
  total numeric;
  strangers bigint;
begin
  select * into r from "reseller_payout" where "id" = of_payout;
  select coalesce(sum("commissionUSD"), 0), count(*) filter (where "resellerId" <> r."resellerId") into total, strangers
    from "reseller_earning" where "resellerPayoutId" = of_payout;
  perform "public"."refuse_if"(total <> r."amountUsd" or strangers > 0, format('payout of earnings %s is not the sum of its earnings', of_payout));
  perform "public"."refuse_if"(not exists (
    select 1 from "transfer" p where p."resellerPayoutId" = of_payout and p."asset" = r."asset" and p."amount" = r."amount"
      and p."address" = r."address" and p."memo" is not distinct from r."memo"
  ), format('payout of earnings %s is not what its payout pays', of_payout));
  return null;
end $$;

create constraint trigger "reseller_earning_sums" after update of "resellerPayoutId" on "reseller_earning"
  deferrable initially deferred for each row
  when (new."resellerPayoutId" is not null and old."resellerPayoutId" is null) execute function "reseller_payout_sums"();

create constraint trigger "reseller_payout_sums" after insert or update on "reseller_payout"
  deferrable initially deferred for each row execute function "reseller_payout_sums"();

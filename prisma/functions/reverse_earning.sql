-- Books the reversal of a commission, in US dollars, and subtracts it from the totals of its code (decision 027).
create or replace function "reverse_earning"() returns trigger language plpgsql as $$
begin
  perform "book"('commission_reversed', new."id"::text, new."reverseHash", new."reversedAt", null, 'USD', null,
    'commission:' || new."resellerId", 'commission_cost', new."commissionUSD");
  update "reseller_code" set "totalEarned" = "totalEarned" - new."commissionUSD", "totalNetFees" = "totalNetFees" - new."feeNetUSD",
      "totalTxCount" = "totalTxCount" - 1, "lastUpdated" = new."reversedAt"
    where "id" = coalesce((select "id" from "reseller_code" where "id" = upper(new."code")),
      (select "id" from "reseller_code" where upper("code") = upper(new."code") order by "id" limit 1));
  return null;
end $$;

create trigger "reseller_earning_reverse" after update of "status" on "reseller_earning" for each row
  when (new."status" = 'reversed' and old."status" <> 'reversed') execute function "reverse_earning"();

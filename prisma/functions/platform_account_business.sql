-- What keeps an account of Quayside from being replaced (decision 094), with counts: escrows and fee quotes that ask for money there, clients' money there,
-- payouts from there. For an issuer (usdc_issuer) all open business in its asset; for sponsor and arbiter accounts keeper_business.
create or replace function "platform_account_business"("of_network" "Network", "of_purpose" text, "of_address" text)
returns table ("what" text, "count" bigint) language sql stable as $$
  with asked as (
    select case when of_purpose like '%\_issuer' then upper(split_part(of_purpose, '_', 1)) end as "issued"
  )
  select 'escrows that wait for their money', count(*) from "escrow" e, asked
    where (of_purpose = 'escrow' or "issued" is not null) and e."verifiedAt" is null and e."cancelledAt" is null
      and (case e."currency" when 'XRP' then 'xrpl' else 'stellar' end) = of_network::text
      and (e."account" = of_address or e."currency"::text = "issued")
  union all
  select 'fee quotes that can be paid', count(*) from "fee_quote" q, asked
    where (of_purpose = 'fee' or "issued" is not null) and q."state" = 'open' and q."expiresAt" > now()
      and (q."account" = of_address or q."asset"::text = "issued")
  union all
  select 'escrows and payments whose money lies there', count(*) from (
    select 1 from "book_posting" p, asked
      where (of_purpose in ('fee', 'escrow') or "issued" is not null)
        and (p."account" like 'escrow:%' or p."account" like 'owed:%') and p."network" = of_network
        and (p."heldAt" = of_address or p."asset"::text = "issued")
      group by p."account", p."asset", p."heldAt"
      having sum(p."units") <> 0) held
  union all
  select 'payouts that are not confirmed', count(*) from "transfer" o, asked
    where (of_purpose in ('fee', 'escrow') or "issued" is not null) and o."network" = of_network and o."state" <> 'confirmed'
      and (o."paidFrom" = case of_purpose when 'fee' then 'fee' else 'client' end)
      and ("issued" is null or o."asset"::text = "issued")
  union all
  select k."what", k."count" from "keeper_business"(of_network, of_purpose, of_address) k
$$;

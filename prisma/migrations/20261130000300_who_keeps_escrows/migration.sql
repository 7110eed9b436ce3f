-- Who keeps the escrows that a ledger itself holds (docs/decisions/087) stands in the record beside the accounts that money is asked for
-- at: the account that pays for them, and on Stellar the arbiter, one of three signers. Nobody pays there, so nothing of clients lies there.
set local lock_timeout = '3s';

alter table "platform_account" add constraint "platform_account_purpose_named"
  check ("purpose" in ('fee', 'escrow', 'usdc_issuer', 'keeper', 'arbiter')) not valid;
alter table "platform_account" add constraint "platform_account_arbiter_on_stellar"
  check ("purpose" <> 'arbiter' or "network" = 'stellar') not valid;
alter table "platform_account" drop constraint "platform_account_purpose_known";

-- What of it goes on that needs this very one: an account that was opened can be signed for by its own arbiter alone, while whoever pays
-- may be replaced as soon as nothing that it signed is under way.
create function "keeper_business"("of_network" "Network", "of_purpose" text, "of_address" text)
returns table ("what" text, "count" bigint) language plpgsql stable as $$
begin
  -- Their tables may come later than this record.
  if to_regclass('"hold_agreement"') is null or to_regclass('"hold_lock"') is null or to_regclass('"hold_attempt"') is null then
    return;
  end if;
  if of_purpose = 'arbiter' then
    return query select 'escrows that the ledger holds with its signature'::text, count(*) from "hold_agreement" a
      where a."arbiter" = of_address and (a."closedAt" is null
        or exists (select 1 from "hold_lock" l where l."agreementId" = a."id" and l."end" is null));
  end if;
  if of_purpose = 'keeper' then
    return query select 'transactions of it that are under way'::text, count(*) from "hold_attempt" t
      where t."network" = of_network and t."state" = 'live';
  end if;
end $$;

-- As before for the others; those that keep hold nothing of clients.
create or replace function "platform_account_business"("of_network" "Network", "of_purpose" text, "of_address" text)
returns table ("what" text, "count" bigint) language sql stable as $$
  select 'escrows that wait for their money', count(*) from "escrow" e
    where of_purpose in ('escrow', 'usdc_issuer') and e."verifiedAt" is null and e."cancelledAt" is null
      and (case e."currency" when 'XRP' then 'xrpl' else 'stellar' end) = of_network::text
      and (e."account" = of_address or (of_purpose = 'usdc_issuer' and e."currency" = 'USDC'))
  union all
  select 'fee quotes that can be paid', count(*) from "fee_quote" q
    where of_purpose in ('fee', 'usdc_issuer') and q."state" = 'open' and q."expiresAt" > now()
      and (q."account" = of_address or (of_purpose = 'usdc_issuer' and q."asset" = 'USDC'))
  union all
  select 'escrows and payments whose money lies there', count(*) from (
    select 1 from "book_posting" p
      where of_purpose in ('fee', 'escrow', 'usdc_issuer')
        and (p."account" like 'escrow:%' or p."account" like 'owed:%') and p."network" = of_network
        and (p."heldAt" = of_address or (of_purpose = 'usdc_issuer' and p."asset"::text = 'USDC'))
      group by p."account", p."asset", p."heldAt"
      having sum(p."units") <> 0) held
  union all
  select 'payouts that are not confirmed', count(*) from "payout" o
    where of_purpose in ('fee', 'escrow', 'usdc_issuer') and o."network" = of_network and o."state" <> 'confirmed'
      and (o."paidFrom" = case of_purpose when 'fee' then 'fee' else 'client' end)
      and (of_purpose <> 'usdc_issuer' or o."asset" = 'USDC')
  union all
  select k."what", k."count" from "keeper_business"(of_network, of_purpose, of_address) k
$$;

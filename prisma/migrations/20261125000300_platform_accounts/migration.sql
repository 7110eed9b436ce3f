-- Which accounts of ours money is asked for at, as the first process said that started on this database. Web app, worker and
-- commands that have others in their settings do not start (decision 043).
create table "platform_account" (
  "id" uuid primary key,
  "network" "Network" not null,
  "purpose" text not null,
  -- Passphrase or network id: the same address is another account on a test network.
  "chain" text not null,
  "address" text not null,
  "since" timestamptz(3) not null default now(),
  -- A person changed it, and why.
  "endedAt" timestamptz(3),
  "endReason" text,
  constraint "platform_account_purpose_known" check ("purpose" in ('fee', 'escrow', 'usdc_issuer')),
  constraint "platform_account_issuer_on_stellar" check ("purpose" <> 'usdc_issuer' or "network" = 'stellar'),
  constraint "platform_account_ended_with_reason" check (("endedAt" is null) = ("endReason" is null)),
  constraint "platform_account_stated" check ("address" <> '' and "chain" <> '')
);
create unique index "platform_account_current_key" on "platform_account" ("network", "purpose") where "endedAt" is null;

-- What keeps an account of ours from being replaced: money that is asked for there, lies there for others, or leaves from there.
create function "platform_account_business"("of_network" "Network", "of_purpose" text, "of_address" text)
returns table ("what" text, "count" bigint) language sql stable as $$
  select 'escrows that wait for their money', count(*) from "escrow" e
    where of_purpose <> 'fee' and e."verifiedAt" is null and e."cancelledAt" is null
      and (case e."currency" when 'XRP' then 'xrpl' else 'stellar' end) = of_network::text
      and (e."account" = of_address or (of_purpose = 'usdc_issuer' and e."currency" = 'USDC'))
  union all
  select 'fee quotes that can be paid', count(*) from "fee_quote" q
    where of_purpose <> 'escrow' and q."state" = 'open' and q."expiresAt" > now()
      and (q."account" = of_address or (of_purpose = 'usdc_issuer' and q."asset" = 'USDC'))
  union all
  select 'escrows and payments whose money lies there', count(*) from (
    select 1 from "book_posting" p
      where (p."account" like 'escrow:%' or p."account" like 'owed:%') and p."network" = of_network
        and (p."heldAt" = of_address or (of_purpose = 'usdc_issuer' and p."asset"::text = 'USDC'))
      group by p."account", p."asset", p."heldAt"
      having sum(p."units") <> 0) held
  union all
  select 'payouts that are not confirmed', count(*) from "payout" o
    where o."network" = of_network and o."state" <> 'confirmed'
      and (o."paidFrom" = case of_purpose when 'fee' then 'fee' else 'client' end)
      and (of_purpose <> 'usdc_issuer' or o."asset" = 'USDC')
$$;

-- A row is ended once, with a reason and nothing open; it is never changed otherwise, nor deleted.
create function "platform_account_kept"() returns trigger language plpgsql as $$
declare
  open_business text;
begin
  if tg_op = 'DELETE' then
    raise exception 'an account of ours is not forgotten: payments may still arrive there';
  end if;
  if old."endedAt" is not null
    or (new."id", new."network", new."purpose", new."chain", new."address", new."since")
      is distinct from (old."id", old."network", old."purpose", old."chain", old."address", old."since")
  then
    raise exception 'an account of ours is ended once and never changed';
  end if;
  select string_agg(b."what" || ': ' || b."count", ', ') into open_business
    from "platform_account_business"(old."network", old."purpose", old."address") b where b."count" > 0;
  if open_business is not null then
    raise exception 'the account % has open business: %', old."address", open_business;
  end if;
  return new;
end $$;
create trigger "platform_account_kept" before update or delete on "platform_account"
  for each row execute function "platform_account_kept"();

-- Money is asked for at the account of the record alone. Whoever changes it waits for those who are asking, and the other way round.
create function "asks_at_platform_account"() returns trigger language plpgsql as $$
declare
  of_network "Network" := case (to_jsonb(new) ->> tg_argv[1]) when 'XRP' then 'xrpl' else 'stellar' end;
  recorded text;
begin
  select a."address" into recorded from "platform_account" a
    where a."network" = of_network and a."purpose" = tg_argv[0] and a."endedAt" is null for share;
  if recorded = new."account" then
    return new;
  end if;
  -- Nothing is recorded before the first start.
  if recorded is null and not exists (
    select 1 from "platform_account" a where a."network" = of_network and a."purpose" = tg_argv[0])
  then
    return new;
  end if;
  raise exception 'money is asked for at %, and the account of the record is %', new."account", recorded;
end $$;
create trigger "escrow_asks_at_platform_account" before insert or update of "account" on "escrow"
  for each row execute function "asks_at_platform_account"('escrow', 'currency');
create trigger "fee_quote_asks_at_platform_account" before insert or update of "account" on "fee_quote"
  for each row execute function "asks_at_platform_account"('fee', 'asset');

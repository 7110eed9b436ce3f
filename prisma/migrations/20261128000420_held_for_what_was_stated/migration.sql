-- As before; a person is held for every wallet that was theirs (docs/decisions/084).
set local lock_timeout = '3s';

create or replace function "attempt_is_of_nobody_held"() returns trigger language plpgsql as $$
declare
  p "payout"%rowtype;
  found text;
  compared timestamptz;
begin
  select * into strict p from "payout" where "id" = new."payoutId";
  select r."subject" into found from "screening_review" r
    where r."state" <> 'false_match' and r."subject" in (
      select 'user:' || e."buyerId" from "escrow" e where e."id" = p."escrowId"
      union all select 'user:' || e."sellerId" from "escrow" e where e."id" = p."escrowId"
      union all select 'reseller:' || r."id" from "reseller_payout" o join "reseller" r on r."resellerId" = o."resellerId"
        where o."id" = p."resellerPayoutId"
      union all select 'wallet:' || p."address"
      union all select 'wallet:' || l."fromAddress" from "ledger_payment" l where l."escrowId" = p."escrowId"
      union all select 'wallet:' || l."fromAddress" from "payment_case" c join "ledger_payment" l on l."id" = c."ledgerPaymentId"
        where c."id" = p."caseId"
    ) limit 1;
  -- Whoever stated a listed wallet is held for it, also after stating another one.
  if found is null then
    select r."subject" into found from "escrow" e join "screening_review" r on r."personId" in (e."buyerId", e."sellerId")
      where e."id" = p."escrowId" and r."state" <> 'false_match' limit 1;
  end if;
  if found is not null then
    raise exception 'payout % waits until somebody has looked at %', p."id", found;
  end if;
  -- Nor what nobody has compared, or only long ago, or with another wallet: comparing and signing are one round of the worker.
  select max("lastAt") into compared from "screening" where "payoutId" = p."id";
  if compared is null or compared < new."createdAt" - interval '1 hour'
     or (select bool_and(s."outcome" = 'clear') from "screening" s where s."payoutId" = p."id" and s."lastAt" = compared) is not true then
    raise exception 'payout % was not compared with lists that are in force', p."id";
  end if;
  if not exists (select 1 from "screening" s where s."payoutId" = p."id" and s."lastAt" = compared and s."subject" = 'wallet:' || p."address") then
    raise exception 'payout % was compared with another wallet', p."id";
  end if;
  return new;
end $$;

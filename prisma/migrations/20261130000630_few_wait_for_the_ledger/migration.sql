-- An account that is opened on Stellar binds reserves of ours, for ever if nothing is locked for it. So one escrow has so many wallets
-- at most, and one buyer so many accounts and escrows that wait for a lock (domain/held/limits.ts).
set local lock_timeout = '3s';

-- What may still be locked, and every account of the last 30 days for which nothing was: also one whose wallet was replaced before
-- another was locked for, and one of an escrow that was called off.
create function "unlocked_holds"("buyer" uuid, "at" timestamptz) returns integer language sql stable as $$
  with "theirs" as (
    select e."id", e."cancelledAt", h."deadline" from "escrow" e join "hold" h on h."escrowId" = e."id"
    where e."buyerId" = "buyer" and e."heldBy" = 'ledger' and e."currency" <> 'XRP'
  ), "accounts" as (
    select a."escrowId" from "theirs" t join "hold_agreement" a on a."escrowId" = t."id"
    where a."openedAt" > "at" - interval '30 days'
      and not exists (select 1 from "hold_lock" k where k."agreementId" = a."id" and k."counts")
  )
  select ((select count(*) from "accounts") + (
    select count(*) from "theirs" t
    where t."cancelledAt" is null and t."deadline" > "at"
      and not exists (select 1 from "hold_lock" k where k."escrowId" = t."id" and k."counts")
      and not exists (select 1 from "accounts" a where a."escrowId" = t."id")
  ))::integer
$$;

create function "few_wait_for_the_ledger"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  select * into strict e from "escrow" where "id" = new."escrowId";
  if e."currency" = 'XRP' then
    return new;
  end if;
  -- One after the other, or each would miss the other's.
  perform 1 from "user" where "id" = e."buyerId" for no key update;
  if "unlocked_holds"(e."buyerId", new."createdAt") >= 10 then
    raise exception 'too many escrows of % wait for the ledger', e."buyerId";
  end if;
  return new;
end $$;
create trigger "hold_few_wait" before insert on "hold" for each row execute function "few_wait_for_the_ledger"();

-- "keep_hold_agreement" has locked the escrow.
create function "few_agreements"() returns trigger language plpgsql as $$
begin
  if (select count(*) from "hold_agreement" where "escrowId" = new."escrowId") >= 4 then
    raise exception 'escrow % has had its wallets', new."escrowId";
  end if;
  return new;
end $$;
create trigger "hold_agreement_limit" before insert on "hold_agreement" for each row execute function "few_agreements"();

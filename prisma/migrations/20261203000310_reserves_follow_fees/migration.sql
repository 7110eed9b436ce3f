-- Reserves are bound for whoever has paid (decision 121). As before, but that each paid fee allows ten escrows of a year for which nothing was
-- locked, counted once each however many wallets their sellers have stated; and none without a fee.
set local lock_timeout = '3s';

create or replace function "unlocked_holds"("buyer" uuid, "at" timestamptz) returns integer language sql stable as $$
  select count(*)::integer from "escrow" e join "hold" h on h."escrowId" = e."id"
  where e."buyerId" = "buyer" and e."heldBy" = 'ledger' and e."currency" <> 'XRP'
    and not exists (select 1 from "hold_lock" k where k."escrowId" = e."id" and k."counts")
    and ((e."cancelledAt" is null and h."deadline" > "at")
      or exists (select 1 from "hold_agreement" a where a."escrowId" = e."id" and a."openedAt" > "at" - interval '365 days'))
$$;

-- How many of them a buyer may have.
create function "unlocked_holds_allowed"("buyer" uuid) returns integer language sql stable as $$
  select case when u."hasPaid" then 10 * greatest(1, (select count(*) from "fee_payment" where "buyerUid" = u."id"))::integer else 0 end
  from "user" u where u."id" = "buyer"
$$;

create or replace function "few_wait_for_the_ledger"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  select * into strict e from "escrow" where "id" = new."escrowId";
  if e."currency" = 'XRP' then
    return new;
  end if;
  -- One after the other, or each would miss the other's.
  perform 1 from "user" where "id" = e."buyerId" for no key update;
  if "unlocked_holds"(e."buyerId", new."createdAt") >= "unlocked_holds_allowed"(e."buyerId") then
    raise exception 'too many escrows of % wait for the ledger', e."buyerId";
  end if;
  return new;
end $$;

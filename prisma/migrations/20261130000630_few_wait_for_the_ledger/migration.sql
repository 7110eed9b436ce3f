-- An account that is opened on Stellar binds reserves of ours, for ever if nothing is locked for it. So one escrow has so many wallets
-- at most, and one buyer so many escrows that wait for their lock (domain/held/limits.ts).
set local lock_timeout = '3s';

create function "unlocked_holds"("buyer" uuid, "since" timestamptz) returns integer language sql stable as $$
  select count(*)::integer from "escrow" e
  where e."buyerId" = "buyer" and e."heldBy" = 'ledger' and e."currency" <> 'XRP'
    and not exists (select 1 from "hold_lock" k where k."escrowId" = e."id" and k."counts")
    and (e."cancelledAt" is null
      or exists (select 1 from "hold_agreement" a where a."escrowId" = e."id" and a."openedAt" > "since"))
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
  -- The escrow itself is among them.
  if "unlocked_holds"(e."buyerId", new."createdAt" - interval '30 days') > 10 then
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

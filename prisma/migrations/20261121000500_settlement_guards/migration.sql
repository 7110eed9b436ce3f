-- What happened to money stays written, and a settlement is decided once: refused here, whatever the code does.

-- What arrived is never forgotten, and what was counted never counts for anything else.
create function "keep_ledger_payment"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'payments of a ledger are never deleted';
  end if;
  if (new."network", new."hash", new."operation", new."fromAddress", new."toAddress", new."assetLabel", new."amount")
      is distinct from
      (old."network", old."hash", old."operation", old."fromAddress", old."toAddress", old."assetLabel", old."amount")
      or new."asset" is distinct from old."asset" or new."memo" is distinct from old."memo" then
    raise exception 'payment % stays what it is', old."hash";
  end if;
  if old."problem" is null and num_nonnulls(old."escrowId", old."feeQuoteId") > 0
      and (new."problem", new."escrowId", new."feeQuoteId") is distinct from (old."problem", old."escrowId", old."feeQuoteId") then
    raise exception 'payment % was counted', old."hash";
  end if;
  return new;
end $$;
create trigger "ledger_payment_keep" before update or delete on "ledger_payment" for each row execute function "keep_ledger_payment"();

-- What counts for an escrow is its asset, on the account that was to be paid.
create function "deposit_fits_escrow"() returns trigger language plpgsql as $$
begin
  if new."problem" is null and new."escrowId" is not null and not exists (
    select 1 from "escrow" where "id" = new."escrowId" and "currency" = new."asset" and "account" = new."toAddress"
  ) then
    raise exception 'payment % is not what escrow % is held in', new."hash", new."escrowId";
  end if;
  return new;
end $$;
create trigger "ledger_payment_fits_escrow" before insert or update of "escrowId", "problem", "asset", "toAddress"
  on "ledger_payment" for each row execute function "deposit_fits_escrow"();

-- What was agreed at the beginning never changes; who sells and what arrived change in one direction only.
create function "keep_escrow_terms"() returns trigger language plpgsql as $$
begin
  if (new."transactionId", new."buyerId", new."currency", new."amount", new."account", new."reference")
      is distinct from (old."transactionId", old."buyerId", old."currency", old."amount", old."account", old."reference") then
    raise exception 'escrow % keeps its terms', old."transactionId";
  end if;
  if old."sellerId" is not null and new."sellerId" is distinct from old."sellerId" then
    raise exception 'escrow % keeps its seller', old."transactionId";
  end if;
  if new."receivedAmount" < old."receivedAmount" then
    raise exception 'escrow % has received what it has received', old."transactionId";
  end if;
  if old."verifiedAt" is not null and new."verifiedAt" is distinct from old."verifiedAt" then
    raise exception 'escrow % stays funded', old."transactionId";
  end if;
  if old."verifiedAt" is null and new."verifiedAt" is not null and new."amount" > 0.0000001 + coalesce(
    (select sum("amount") from "ledger_payment" where "escrowId" = old."id" and "problem" is null), 0
  ) then
    raise exception 'escrow % has not received its amount', old."transactionId";
  end if;
  return new;
end $$;
create trigger "escrow_keep_terms" before update on "escrow" for each row execute function "keep_escrow_terms"();

-- The ledger of an asset is the only one on which it can be paid.
alter table "payout" add constraint "payout_network_fits_asset" check (("network" = 'xrpl') = ("asset" = 'XRP'));

-- A payout moves along the edges of app/domain/payout.ts, and a new envelope becomes possible only when no other can pay.
create function "keep_payout"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'payouts are never deleted';
  end if;
  if tg_op = 'INSERT' then
    if new."state" <> 'queued' then
      raise exception 'a payout begins queued';
    end if;
    return new;
  end if;
  if new."network" <> old."network" or (old."state" = 'confirmed'
      and (to_jsonb(new) - 'updatedAt') <> (to_jsonb(old) - 'updatedAt')) then
    raise exception 'payout % stays what it is', old."id";
  end if;
  if new."state" = old."state" then
    return new;
  end if;
  if (old."state"::text, new."state"::text) not in (
    ('queued', 'signed'), ('queued', 'blocked'), ('blocked', 'queued'), ('signed', 'submitted'),
    ('signed', 'confirmed'), ('signed', 'queued'), ('signed', 'blocked'),
    ('submitted', 'confirmed'), ('submitted', 'queued'), ('submitted', 'blocked')
  ) then
    raise exception 'payout % cannot go from % to %', old."id", old."state", new."state";
  end if;
  if new."state" = 'confirmed' and not exists (
    select 1 from "payout_attempt" where "payoutId" = old."id" and "state" = 'settled'
  ) then
    raise exception 'no envelope of payout % is settled', old."id";
  end if;
  if new."state" in ('queued', 'blocked') and exists (
    select 1 from "payout_attempt" where "payoutId" = old."id" and "state" in ('live', 'settled')
  ) then
    raise exception 'payout % is on its way', old."id";
  end if;
  return new;
end $$;
create trigger "payout_keep" before insert or update or delete on "payout" for each row execute function "keep_payout"();

-- Release and refund together are the amount at most, however much came in: both can only be shares of one split. A second
-- one of a kind is refused by payout_one_settlement.
create function "payout_settles_once"() returns trigger language plpgsql as $$
declare
  whole numeric;
begin
  select "amount" into whole from "escrow" where "id" = new."escrowId" for update;
  if new."purpose" in ('release', 'refund') and new."amount" + coalesce(
    (select sum("amount") from "payout"
     where "escrowId" = new."escrowId" and "purpose" in ('release', 'refund') and "purpose" <> new."purpose"), 0
  ) > whole then
    raise exception 'escrow % is settled', new."escrowId";
  end if;
  return new;
end $$;
create trigger "payout_settles_once" before insert on "payout" for each row execute function "payout_settles_once"();

-- A signed envelope stays as it was signed; what is known of it at the end stays known.
create function "keep_payout_attempt"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'envelopes are never deleted';
  end if;
  if (to_jsonb(new) - array['state', 'code', 'closedAt']) <> (to_jsonb(old) - array['state', 'code', 'closedAt']) then
    raise exception 'envelope % stays as it was signed', old."hash";
  end if;
  if old."state" <> 'live' and new is distinct from old then
    raise exception 'envelope % is closed', old."hash";
  end if;
  return new;
end $$;
create trigger "payout_attempt_keep" before update or delete on "payout_attempt" for each row execute function "keep_payout_attempt"();

-- Money is asked back, and put before the operator, while it is there and nobody has decided about it. Both take the
-- escrow's lock, so neither can slip in beside a payout.
create function "escrow_must_be_open"("escrow_id" uuid) returns void language plpgsql as $$
begin
  perform 1 from "escrow" where "id" = "escrow_id" for update;
  if not exists (select 1 from "escrow" where "id" = "escrow_id" and "verifiedAt" is not null)
      or exists (select 1 from "payout" where "escrowId" = "escrow_id" and "purpose" in ('release', 'refund')) then
    raise exception 'escrow % holds nothing to decide about', "escrow_id";
  end if;
end $$;

create function "keep_dispute"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'disputes are never deleted';
  end if;
  if tg_op = 'INSERT' then
    perform "escrow_must_be_open"(new."escrowId");
    return new;
  end if;
  if old."decision" is not null and new is distinct from old then
    raise exception 'dispute % is decided', old."id";
  end if;
  if (new."escrowId", new."openedById", new."reason", new."openedAt")
      is distinct from (old."escrowId", old."openedById", old."reason", old."openedAt") then
    raise exception 'dispute % stays what it is', old."id";
  end if;
  return new;
end $$;
create trigger "dispute_keep" before insert or update or delete on "dispute" for each row execute function "keep_dispute"();

create function "keep_refund_request"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'requests for a refund are never deleted';
  end if;
  if tg_op = 'UPDATE' then
    if old."answer" is not null and new is distinct from old then
      raise exception 'refund request % is answered', old."id";
    end if;
    if (new."escrowId", new."reason", new."askedAt") is distinct from (old."escrowId", old."reason", old."askedAt") then
      raise exception 'refund request % stays what it is', old."id";
    end if;
  end if;
  if tg_op = 'INSERT' or new."answer" = 'agreed' then
    perform "escrow_must_be_open"(new."escrowId");
    if exists (select 1 from "dispute" where "escrowId" = new."escrowId" and "decision" is null) then
      raise exception 'escrow % is in dispute', new."escrowId";
    end if;
  end if;
  return new;
end $$;
create trigger "refund_request_keep" before insert or update or delete on "refund_request" for each row execute function "keep_refund_request"();

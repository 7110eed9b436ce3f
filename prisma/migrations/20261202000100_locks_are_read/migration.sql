-- Up to when an agreement's ledger is known: its end of funding waits for that (decision 116).
set local lock_timeout = '3s';

alter table "hold_agreement" add column "completeTo" timestamptz(3);

-- As before, but that how far its ledger is read may be written down at any time.
create or replace function "keep_hold_agreement"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  h "hold"%rowtype;
begin
  if tg_op = 'DELETE' then
    raise exception 'what was agreed is never deleted';
  end if;
  -- That the worker has looked waits for nobody, and nobody for it.
  if tg_op = 'UPDATE' and (to_jsonb(new) - array['lookAt', 'askedAt', 'completeTo']) = (to_jsonb(old) - array['lookAt', 'askedAt', 'completeTo']) then
    return new;
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'INSERT' then
    select * into strict h from "hold" where "escrowId" = new."escrowId";
    if num_nonnulls(new."supersededAt", new."account", new."openedAt", new."condition", new."lookAt", new."askedAt", new."completeTo", new."closedAt") > 0 then
      raise exception 'an agreement begins with nothing but its wallet';
    end if;
    if e."cancelledAt" is not null or new."agreedAt" >= h."deadline"
        or exists (select 1 from "hold_lock" where "escrowId" = e."id" and "counts") then
      raise exception 'nothing is agreed any more about escrow %', e."transactionId";
    end if;
    if new."agreedById" = e."buyerId" or new."agreedById" <> coalesce(e."sellerId", new."agreedById") then
      raise exception 'only its seller agrees to escrow %', e."transactionId";
    end if;
    if new."sellerWallet" = h."buyerWallet" then
      raise exception 'both sides of escrow % have the same wallet', e."transactionId";
    end if;
    if new."sellerTag" is not null and e."currency" <> 'XRP' then
      raise exception 'no tag is told on Stellar';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - array['supersededAt', 'account', 'arbiter', 'sponsor', 'openedAt', 'condition', 'sealedFulfilment', 'closedAt'])
      <> (to_jsonb(old) - array['supersededAt', 'account', 'arbiter', 'sponsor', 'openedAt', 'condition', 'sealedFulfilment', 'closedAt'])
      or (old."supersededAt" is not null and new."supersededAt" is distinct from old."supersededAt")
      or (old."closedAt" is not null and new."closedAt" is distinct from old."closedAt")
      or (old."condition" is not null
        and (new."condition", new."sealedFulfilment") is distinct from (old."condition", old."sealedFulfilment"))
      or (old."openedAt" is not null
        and (new."openedAt", new."account", new."arbiter", new."sponsor")
          is distinct from (old."openedAt", old."account", old."arbiter", old."sponsor")) then
    raise exception 'agreement % stays what it is', old."id";
  end if;
  if old."supersededAt" is null and new."supersededAt" is not null
      and exists (select 1 from "hold_lock" where "escrowId" = e."id" and "counts") then
    raise exception 'the money of escrow % is locked for the wallet of agreement %', e."transactionId", old."id";
  end if;
  if (new."account" is not null and e."currency" = 'XRP') or (new."condition" is not null and e."currency" <> 'XRP') then
    raise exception 'agreement % is not of this ledger', old."id";
  end if;
  -- One that is on its way may still open what it says.
  if (new."account", new."arbiter", new."sponsor") is distinct from (old."account", old."arbiter", old."sponsor")
      and exists (select 1 from "hold_attempt" where "agreementId" = old."id" and "state" in ('live', 'settled')) then
    raise exception 'an account of agreement % is on its way', old."id";
  end if;
  if old."openedAt" is null and new."openedAt" is not null
      and not exists (select 1 from "hold_attempt" where "agreementId" = old."id" and "state" = 'settled') then
    raise exception 'no account of agreement % was opened', old."id";
  end if;
  return new;
end $$;

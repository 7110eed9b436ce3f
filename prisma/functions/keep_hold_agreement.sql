-- The seller agrees to a wallet before the deadline and before a lock counts, to four wallets at most. A wallet is replaced only while no lock
-- counts and no draft offered for it can still lock. What is opened for it is on Stellar an account, on the XRP Ledger a first secret. That
-- the worker has looked is written without a lock on the escrow (decisions 087, 116, 120).
create or replace function "keep_hold_agreement"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  h "hold"%rowtype;
begin
  -- That the worker has looked waits for nobody, and nobody for it.
  if tg_op = 'UPDATE' and not "differ"(old, new, 'lookAt', 'askedAt', 'completeTo', 'wantsSecretAt') then
    return new;
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'INSERT' then
    select * into strict h from "hold" where "escrowId" = new."escrowId";
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
    if (select count(*) from "hold_agreement" where "escrowId" = e."id") >= 4 then
      raise exception 'escrow % has had its wallets', e."id";
    end if;
    return new;
  end if;
  if old."supersededAt" is null and new."supersededAt" is not null then
    if exists (select 1 from "hold_lock" where "escrowId" = e."id" and "counts") then
      raise exception 'the money of escrow % is locked for the wallet of agreement %', e."transactionId", old."id";
    end if;
    if exists (select 1 from "hold_draft" where "agreementId" = old."id" and "offeredAt" is not null and "endedAt" is null) then
      raise exception 'what was offered for the wallet of agreement % can still lock', old."id";
    end if;
  end if;
  if new."account" is not null and e."currency" = 'XRP' then
    raise exception 'agreement % is not of this ledger', old."id";
  end if;
  -- One that is on its way may still open what it says.
  if (new."account", new."arbiter", new."sponsor") is distinct from (old."account", old."arbiter", old."sponsor")
      and exists (select 1 from "transfer_attempt" where "agreementId" = old."id" and "state" in ('live', 'settled')) then
    raise exception 'an account of agreement % is on its way', old."id";
  end if;
  if old."openedAt" is null and new."openedAt" is not null then
    if e."currency" = 'XRP' then
      if not exists (select 1 from "hold_draft" where "agreementId" = old."id") then
        raise exception 'no secret of agreement % was made', old."id";
      end if;
    elsif new."account" is null
        or not exists (select 1 from "transfer_attempt" where "agreementId" = old."id" and "state" = 'settled') then
      raise exception 'no account of agreement % was opened', old."id";
    end if;
  end if;
  return new;
end $$;

create trigger "hold_agreement_keep" before insert or update on "hold_agreement"
  for each row execute function "keep_hold_agreement"();

-- A settlement of an escrow on Stellar pays and does nothing else (decision 118): closing the account is a transaction of its own, and a share
-- whose payment could be stopped is set aside for its wallet.
set local lock_timeout = '3s';

-- The closing of the account of two signatures, with the number after the settlement's. A side signs it; the arbiter does when it is sent.
create table "hold_closing" (
  "exitId" uuid not null,
  "sequence" text not null,
  "hash" text not null,
  "xdr" text not null,
  "wallet" text,
  "signature" text,
  "signedAt" timestamptz(3),
  -- When it is looked at next: after the date, then again while something else lies there.
  "lookAt" timestamptz(3) not null,
  -- When nothing is to be done for it any more: the account is gone, or its number was used up by something else.
  "endedAt" timestamptz(3),
  constraint "hold_closing_pkey" primary key ("exitId"),
  constraint "hold_closing_exitId_fkey" foreign key ("exitId") references "hold_exit" ("id") on delete restrict on update cascade,
  constraint "hold_closing_signed" check (num_nonnulls("wallet", "signature", "signedAt") in (0, 3))
);
create index "hold_closing_due" on "hold_closing" ("lookAt") where "wallet" is not null and "endedAt" is null;

create function "keep_hold_closing"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'closings are never deleted';
  end if;
  if tg_op = 'INSERT' then
    if num_nonnulls(new."wallet", new."endedAt") > 0 then
      raise exception 'a closing begins without a signature';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - array['wallet', 'signature', 'signedAt', 'lookAt', 'endedAt']) <> (to_jsonb(old) - array['wallet', 'signature', 'signedAt', 'lookAt', 'endedAt'])
      or (old."wallet" is not null and (new."wallet", new."signature", new."signedAt") is distinct from (old."wallet", old."signature", old."signedAt"))
      or (old."endedAt" is not null and new."endedAt" is distinct from old."endedAt") then
    raise exception 'closing of % stays what it is', old."exitId";
  end if;
  if new."wallet" is not null and not exists (
    select 1 from "hold_exit" x join "hold" h on h."escrowId" = x."escrowId" join "hold_lock" l on l."id" = x."lockId"
      join "hold_agreement" a on a."id" = l."agreementId"
      where x."id" = new."exitId" and new."wallet" in (h."buyerWallet", a."sellerWallet")) then
    raise exception 'closing of % waits for no signature of this wallet', new."exitId";
  end if;
  return new;
end $$;
create trigger "hold_closing_keep" before insert or update or delete on "hold_closing"
  for each row execute function "keep_hold_closing"();

-- A share that a settlement set aside: a claimable balance that one wallet alone can take.
create table "hold_share" (
  "balanceId" text not null,
  "exitId" uuid not null,
  "side" text not null,
  "amount" decimal(30, 7) not null,
  "createdAt" timestamptz(3) not null,
  "takenAt" timestamptz(3),
  "takenBy" text,
  constraint "hold_share_pkey" primary key ("balanceId"),
  constraint "hold_share_exitId_fkey" foreign key ("exitId") references "hold_exit" ("id") on delete restrict on update cascade,
  constraint "hold_share_side" check ("side" in ('buyer', 'seller')),
  constraint "hold_share_amount" check ("amount" > 0),
  constraint "hold_share_taken" check (("takenAt" is null) = ("takenBy" is null))
);
create unique index "hold_share_of_exit" on "hold_share" ("exitId", "side");

create function "keep_hold_share"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'shares that were set aside are never deleted';
  end if;
  if tg_op = 'INSERT' then
    perform 1 from "hold_exit" x where x."id" = new."exitId" and x."state" = 'confirmed'
      and new."amount" = case new."side" when 'seller' then x."toSeller" else x."toBuyer" end;
    if not found or new."takenAt" is not null then
      raise exception 'settlement % has not set this aside', new."exitId";
    end if;
    return new;
  end if;
  if (to_jsonb(new) - array['takenAt', 'takenBy']) <> (to_jsonb(old) - array['takenAt', 'takenBy']) or old."takenAt" is not null then
    raise exception 'share % stays what it is', old."balanceId";
  end if;
  return new;
end $$;
create trigger "hold_share_keep" before insert or update or delete on "hold_share" for each row execute function "keep_hold_share"();

-- Pages that wait hear of it, as of signatures.
create trigger "hold_closing_news" after update of "wallet" on "hold_closing" for each row execute function "tell_news_of_signature"();
create trigger "hold_share_news" after insert or update on "hold_share" for each row execute function "tell_news_of_signature"();

-- As before, but that after the date the buyer's signature is enough where nothing is closed along with it.
create or replace function "keep_hold_exit"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'ways out are never deleted';
  end if;
  -- That it was looked at and weighed waits for nobody who has the escrow's row, and holds it from nobody.
  if (to_jsonb(new) - array['updatedAt', 'waitsFor', 'feeAsked', 'usdValue', 'aboveLimit', 'clearedAt'])
      = (to_jsonb(old) - array['updatedAt', 'waitsFor', 'feeAsked', 'usdValue', 'aboveLimit', 'clearedAt']) then
    return new;
  end if;
  perform 1 from "escrow" where "id" = old."escrowId" for update;
  if (to_jsonb(new) - array['state', 'deadReason', 'settledHash', 'settledAt', 'updatedAt', 'description', 'hash', 'xdr',
      'waitsFor', 'feeAsked', 'usdValue', 'aboveLimit', 'clearedAt'])
      <> (to_jsonb(old) - array['state', 'deadReason', 'settledHash', 'settledAt', 'updatedAt', 'description', 'hash', 'xdr',
      'waitsFor', 'feeAsked', 'usdValue', 'aboveLimit', 'clearedAt'])
      or ((new."description", new."hash", new."xdr") is distinct from (old."description", old."hash", old."xdr")
        and (old."hash" is not null or old."state" <> 'collecting' or new."state" <> 'collecting'))
      or (new."state" = old."state" and (new."deadReason", new."settledHash", new."settledAt")
        is distinct from (old."deadReason", old."settledHash", old."settledAt")) then
    raise exception 'way out % stays what it is', old."id";
  end if;
  if new."state" = old."state" then
    return new;
  end if;
  if (old."state"::text, new."state"::text) not in (
    ('collecting', 'ready'), ('collecting', 'confirmed'), ('collecting', 'dead'),
    ('ready', 'sent'), ('ready', 'confirmed'), ('ready', 'dead'),
    ('sent', 'ready'), ('sent', 'confirmed'), ('sent', 'dead')
  ) then
    raise exception 'way out % cannot go from % to %', old."id", old."state", new."state";
  end if;
  if new."state" = 'ready' and old."state" = 'collecting' and (
    (select count(*) from "hold_signature" where "exitId" = old."id")
      < case when old."kind" = 'expiry' and old."description"->>'closing' is null then 1 else 2 end
    or (old."kind" = 'expiry' and not exists (
      select 1 from "hold_signature" s join "hold" h on h."escrowId" = old."escrowId" and h."buyerWallet" = s."address"
      where s."exitId" = old."id"))
  ) then
    raise exception 'signatures of way out % are missing', old."id";
  end if;
  if new."state" in ('ready', 'dead') and exists (
    select 1 from "hold_attempt" where "exitId" = old."id" and "state" in ('live', 'settled')
  ) then
    raise exception 'way out % is on its way', old."id";
  end if;
  if new."state" = 'sent' and not exists (select 1 from "hold_attempt" where "exitId" = old."id" and "state" in ('live', 'settled')) then
    raise exception 'nothing of way out % was signed', old."id";
  end if;
  -- Whoever sent it: the ledger says that it is over, and how.
  if new."state" = 'confirmed' and not exists (
    select 1 from "hold_lock" where "id" = old."lockId" and "endHash" = new."settledHash" and "endedAt" = new."settledAt"
      and "end" = case old."kind" when 'release' then 'released' when 'refund' then 'refunded' when 'division' then 'divided'
        else 'expired' end::"HoldEnd"
  ) then
    raise exception 'the ledger does not say that way out % was taken', old."id";
  end if;
  if new."state" = 'confirmed' and exists (select 1 from "hold_attempt" where "exitId" = old."id" and "state" = 'live') then
    raise exception 'an envelope of way out % is not closed', old."id";
  end if;
  return new;
end $$;

-- A way out begins with the right to it. What is to be signed on Stellar follows from the number that the account uses next, which
-- only the ledger knows: it is written once, afterwards, before anybody signs. And a refund that the record gives on the XRP Ledger
-- is decided when it is agreed: it waits for the date, after which the ledger gives it back.
set local lock_timeout = '3s';

alter table "hold_exit" alter column "description" drop not null;
alter table "hold_exit" add constraint "hold_exit_described" check ("hash" is null or "description" is not null) not valid;
alter table "hold_exit" validate constraint "hold_exit_described";

-- As before; the transaction may be written later, and an escrow of the XRP Ledger may have its return decided before its date.
create or replace function "exit_needs_right"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  h "hold"%rowtype;
  l "hold_lock"%rowtype;
  agreed "division"%rowtype;
  has_right boolean;
begin
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  select * into strict h from "hold" where "escrowId" = new."escrowId";
  select * into strict l from "hold_lock" where "id" = new."lockId";
  if not l."counts" or l."end" is not null then
    raise exception 'nothing that counts is locked for escrow %', e."transactionId";
  end if;
  if new."state" not in ('collecting', 'ready') then
    raise exception 'a way out begins with its signatures';
  end if;
  if (new."hash" is not null and e."currency" = 'XRP') or (new."state" = 'ready') <> (e."currency" = 'XRP') then
    raise exception 'this is no way out of this ledger';
  end if;
  if "units_of"(new."toSeller", e."currency"::text) + "units_of"(new."toBuyer", e."currency"::text)
      <> "units_of"(e."amount", e."currency"::text) then
    raise exception 'the shares are not the amount of escrow %', e."transactionId";
  end if;
  if new."kind" = 'expiry' then
    -- The ledgers decide; on Stellar it is the buyer's with that second, on the XRP Ledger after it.
    if new."createdAt" > h."deadline" or (e."currency" <> 'XRP' and new."createdAt" = h."deadline") then
      return new;
    end if;
    if e."currency" <> 'XRP' then
      raise exception 'the date of escrow % has not come', e."transactionId";
    end if;
  elsif new."createdAt" >= h."deadline" - interval '600 seconds' then
    raise exception 'the date of escrow % is too near', e."transactionId";
  end if;
  if new."kind" in ('refund', 'division') and e."currency" = 'XRP' then
    raise exception 'the XRP Ledger gives escrow % back after its date, and not before', e."transactionId";
  end if;

  select * into agreed from "division" where "escrowId" = e."id" and "answer" = 'agreed';
  if new."divisionId" is distinct from agreed."id" or (new."disputeId" is not null and not exists (
    select 1 from "dispute" where "id" = new."disputeId" and "escrowId" = e."id"
      and "decision" in ('release', 'refund', 'split', 'settled'))) then
    raise exception 'a way out says what gives the right to it';
  end if;
  has_right := exists (
      select 1 from "dispute" where "escrowId" = e."id" and "decision" in ('release', 'refund', 'split', 'settled')
        and "id" = new."disputeId" and "sellerAmount" = new."toSeller" and "buyerAmount" = new."toBuyer")
    or (agreed."kind" = 'reduction' and e."documentApprovalStatus" = 'Approved'
      and agreed."sellerAmount" = new."toSeller" and agreed."buyerAmount" = new."toBuyer")
    or (new."disputeId" is null and agreed."id" is null and e."verifiedAt" is not null
      and not exists (select 1 from "dispute" where "escrowId" = e."id"
        and ("decision" is null or "decision" in ('release', 'refund', 'split', 'settled')))
      and case new."kind"
        when 'release' then e."confirmedAt" is not null and e."documentApprovalStatus" = 'Approved'
        when 'division' then false
        else e."refundOpenedAt" is not null
          or exists (select 1 from "refund_request" where "escrowId" = e."id" and "answer" = 'agreed') end);
  if has_right is not true then
    if new."kind" = 'expiry' then
      raise exception 'the date of escrow % has not come', e."transactionId";
    end if;
    raise exception 'the record of escrow % gives no right to a % of % and %', e."transactionId", new."kind", new."toSeller", new."toBuyer";
  end if;
  return new;
end $$;

-- As before; what is to be signed is written once.
create or replace function "keep_hold_exit"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'ways out are never deleted';
  end if;
  perform 1 from "escrow" where "id" = old."escrowId" for update;
  if (to_jsonb(new) - array['state', 'deadReason', 'settledHash', 'settledAt', 'updatedAt', 'description', 'hash', 'xdr'])
      <> (to_jsonb(old) - array['state', 'deadReason', 'settledHash', 'settledAt', 'updatedAt', 'description', 'hash', 'xdr'])
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
    (select count(*) from "hold_signature" where "exitId" = old."id") < 2
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

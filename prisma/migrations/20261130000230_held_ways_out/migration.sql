-- A way out of what the ledger holds needs a right that stands in the record, as a payout does; what the keepers sign for it is
-- stored before it is sent, under the lease, once (docs/decisions/087).
set local lock_timeout = '3s';

-- The sequence of the facts is that of payout_needs_right. `createdAt`: when it was begun, by the clock of whoever begins it.
create function "exit_needs_right"() returns trigger language plpgsql as $$
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
  if (new."hash" is null) <> (e."currency" = 'XRP') or (new."state" = 'ready') <> (e."currency" = 'XRP') then
    raise exception 'this is no way out of this ledger';
  end if;
  if "units_of"(new."toSeller", e."currency"::text) + "units_of"(new."toBuyer", e."currency"::text)
      <> "units_of"(e."amount", e."currency"::text) then
    raise exception 'the shares are not the amount of escrow %', e."transactionId";
  end if;
  if new."kind" = 'expiry' then
    -- The ledgers decide; on Stellar it is the buyer's with that second, on the XRP Ledger after it.
    if new."createdAt" < h."deadline" or (e."currency" = 'XRP' and new."createdAt" = h."deadline") then
      raise exception 'the date of escrow % has not come', e."transactionId";
    end if;
    return new;
  end if;
  if new."createdAt" >= h."deadline" - interval '600 seconds' then
    raise exception 'the date of escrow % is too near', e."transactionId";
  end if;
  if new."kind" <> 'release' and e."currency" = 'XRP' then
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
        when 'refund' then e."refundOpenedAt" is not null
          or exists (select 1 from "refund_request" where "escrowId" = e."id" and "answer" = 'agreed')
        else false end);
  if has_right is not true then
    raise exception 'the record of escrow % gives no right to a % of % and %', e."transactionId", new."kind", new."toSeller", new."toBuyer";
  end if;
  return new;
end $$;
create trigger "hold_exit_needs_right" before insert on "hold_exit" for each row execute function "exit_needs_right"();

-- It moves along these edges; another one can take its place only when nothing of it can pay any more.
create function "keep_hold_exit"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'ways out are never deleted';
  end if;
  perform 1 from "escrow" where "id" = old."escrowId" for update;
  if (to_jsonb(new) - array['state', 'deadReason', 'settledHash', 'settledAt', 'updatedAt'])
      <> (to_jsonb(old) - array['state', 'deadReason', 'settledHash', 'settledAt', 'updatedAt'])
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
create trigger "hold_exit_keep" before update or delete on "hold_exit" for each row execute function "keep_hold_exit"();

-- Signed by the three who can, once each, while it is wanted.
create function "keep_hold_signature"() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'rows of % stay what they are', tg_table_name;
  end if;
  perform 1 from "hold_exit" x join "hold" h on h."escrowId" = x."escrowId" join "hold_lock" l on l."id" = x."lockId"
    join "hold_agreement" a on a."id" = l."agreementId"
    where x."id" = new."exitId" and x."state" = 'collecting' and x."hash" is not null
      and new."address" in (h."buyerWallet", a."sellerWallet", a."arbiter")
      and (x."kind" <> 'expiry' or new."address" <> a."sellerWallet")
    for share of x;
  if not found then
    raise exception 'way out % waits for no signature of this wallet', new."exitId";
  end if;
  return new;
end $$;
create trigger "hold_signature_keep" before insert or update or delete on "hold_signature"
  for each row execute function "keep_hold_signature"();

-- What is signed is what was stored and wanted; the lease and the stops of the ledger are those of payouts.
create trigger "hold_attempt_may_be_signed" before insert on "hold_attempt" for each row execute function "may_be_signed"();
create function "attempt_fits_hold"() returns trigger language plpgsql as $$
declare
  a "hold_agreement"%rowtype;
  x "hold_exit"%rowtype;
begin
  if new."state" <> 'live' then
    raise exception 'an envelope is stored before it is sent';
  end if;
  if new."purpose" = 'opening' then
    select * into strict a from "hold_agreement" where "id" = new."agreementId";
    perform 1 from "escrow" where "id" = a."escrowId" and "cancelledAt" is null and "verifiedAt" is null for update;
    if not found or a."supersededAt" is not null or a."closedAt" is not null or a."account" is null then
      raise exception 'no account is wanted for agreement %', a."id";
    end if;
    return new;
  end if;
  select * into strict x from "hold_exit" where "id" = new."exitId" for update;
  if x."state" <> 'ready' or (new."purpose" = 'finish' and x."kind" <> 'release') or (new."purpose" = 'cancel' and x."kind" <> 'expiry') then
    raise exception 'way out % is not ready for this', x."id";
  end if;
  if new."purpose" = 'wrap' and new."hash" is distinct from x."hash" then
    raise exception 'way out % is another transaction', x."id";
  end if;
  -- The secret is public from here on, and worth nothing after the date.
  if new."purpose" = 'finish' and new."createdAt" >= (select "deadline" from "hold" where "escrowId" = x."escrowId") - interval '600 seconds' then
    raise exception 'the date of way out % is too near', x."id";
  end if;
  return new;
end $$;
create trigger "hold_attempt_fits" before insert on "hold_attempt" for each row execute function "attempt_fits_hold"();
create trigger "hold_attempt_keep" before delete on "hold_attempt" for each row execute function "keep_payout_attempt"();
create trigger "hold_attempt_stays" before update on "hold_attempt" for each row execute function "keep_treasury_transaction"();

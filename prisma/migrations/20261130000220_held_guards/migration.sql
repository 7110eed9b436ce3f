-- What was agreed about an escrow that the ledger holds, and what was found locked for it: facts that stay, and the one lock that
-- funds it (docs/decisions/087).
set local lock_timeout = '3s';

create function "keep_hold"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  if tg_op <> 'INSERT' then
    raise exception 'rows of % stay what they are', tg_table_name;
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  if e."heldBy" <> 'ledger' then
    raise exception 'escrow % is held by Quayside', e."transactionId";
  end if;
  if new."deadline" <= new."createdAt" then
    raise exception 'the date of escrow % has passed', e."transactionId";
  end if;
  return new;
end $$;
create trigger "hold_keep" before insert or update or delete on "hold" for each row execute function "keep_hold"();

-- The seller's wallet is agreed while nothing counts, and another one takes its place only until then.
create function "keep_hold_agreement"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  h "hold"%rowtype;
begin
  if tg_op = 'DELETE' then
    raise exception 'what was agreed is never deleted';
  end if;
  -- That the worker has looked waits for nobody, and nobody for it.
  if tg_op = 'UPDATE' and (to_jsonb(new) - 'lookedAt') = (to_jsonb(old) - 'lookedAt') then
    return new;
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'INSERT' then
    select * into strict h from "hold" where "escrowId" = new."escrowId";
    if num_nonnulls(new."supersededAt", new."account", new."openedAt", new."condition", new."lookedAt", new."closedAt") > 0 then
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
  if (to_jsonb(new) - array['supersededAt', 'account', 'arbiter', 'sponsor', 'openedAt', 'condition', 'sealedFulfilment', 'lookedAt', 'closedAt'])
      <> (to_jsonb(old) - array['supersededAt', 'account', 'arbiter', 'sponsor', 'openedAt', 'condition', 'sealedFulfilment', 'lookedAt', 'closedAt'])
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
create trigger "hold_agreement_keep" before insert or update or delete on "hold_agreement"
  for each row execute function "keep_hold_agreement"();

-- What is on the ledger stays written; what counts is as agreed (check), of the wallet that is agreed now, in time, and there.
create function "keep_hold_lock"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  a "hold_agreement"%rowtype;
begin
  if tg_op = 'DELETE' then
    raise exception 'what was locked is never deleted';
  end if;
  if tg_op = 'UPDATE' and (to_jsonb(new) - 'lookedAt') = (to_jsonb(old) - 'lookedAt') then
    return new;
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  select * into strict a from "hold_agreement" where "id" = new."agreementId";
  if tg_op = 'INSERT' then
    if (new."balanceId" is null) <> (e."currency" = 'XRP') or (a."openedAt" is null and a."condition" is null) then
      raise exception 'nothing can be locked for agreement %', a."id";
    end if;
    if new."end" is not null and new."counts" then
      raise exception 'lock % has ended', new."hash";
    end if;
  else
    if (to_jsonb(new) - array['differences', 'counts', 'end', 'endHash', 'endedAt', 'lookedAt'])
        <> (to_jsonb(old) - array['differences', 'counts', 'end', 'endHash', 'endedAt', 'lookedAt'])
        or (old."counts" and not new."counts")
        or (old."end" is not null
          and (new."end", new."endHash", new."endedAt") is distinct from (old."end", old."endHash", old."endedAt"))
        or ((old."counts" or old."end" is not null) and new."differences" <> old."differences") then
      raise exception 'lock % stays what it is', old."hash";
    end if;
  end if;
  if new."counts" and (tg_op = 'INSERT' or not old."counts") then
    if a."supersededAt" is not null or a."closedAt" is not null then
      raise exception 'lock % is for a wallet that is agreed no more', new."hash";
    end if;
    if new."end" is not null or e."cancelledAt" is not null or e."verifiedAt" is not null
        or not exists (select 1 from "hold" where "escrowId" = e."id" and "deadline" > new."lockedAt") then
      raise exception 'lock % is too late for escrow %', new."hash", e."transactionId";
    end if;
  end if;
  if new."end" = 'divided' and e."currency" = 'XRP' then
    raise exception 'escrow % cannot have been divided', e."transactionId";
  end if;
  return new;
end $$;
create trigger "hold_lock_keep" before insert or update or delete on "hold_lock" for each row execute function "keep_hold_lock"();

-- What counts funds its escrow by the end of its transaction.
create function "lock_funds_escrow"() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from "escrow" where "id" = new."escrowId" and "verifiedAt" is not null and "realTxId" = new."hash"
      and "receivedAmount" = "amount"
  ) then
    raise exception 'lock % counts, and its escrow is not funded', new."hash";
  end if;
  return null;
end $$;
create constraint trigger "hold_lock_funds_escrow" after insert or update of "counts" on "hold_lock"
  deferrable initially deferred for each row when (new."counts") execute function "lock_funds_escrow"();

-- When the ledger holds nothing any more, nothing of ours is on its way.
create function "end_of_lock_ends_exits"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "hold_exit" where "lockId" = new."id" and "state" in ('collecting', 'ready', 'sent')) then
    raise exception 'lock % has ended, and a way out of it is on its way', new."hash";
  end if;
  return null;
end $$;
create constraint trigger "hold_lock_ends_exits" after update of "end" on "hold_lock"
  deferrable initially deferred for each row when (new."end" is not null) execute function "end_of_lock_ends_exits"();

-- Pages that wait hear of it. That the worker has looked is no news.
create trigger "hold_agreement_news" after insert or update of "supersededAt", "openedAt", "condition" on "hold_agreement"
  for each row execute function "tell_news_of_escrow"();
create trigger "hold_lock_news" after insert or update of "differences", "counts", "end" on "hold_lock"
  for each row execute function "tell_news_of_escrow"();
create trigger "hold_exit_news" after insert or update of "state" on "hold_exit"
  for each row execute function "tell_news_of_escrow"();
create function "tell_news_of_signature"() returns trigger language plpgsql as $$
begin
  perform "tell_news"('escrow', x."escrowId") from "hold_exit" x where x."id" = new."exitId";
  return null;
end $$;
create trigger "hold_signature_news" after insert on "hold_signature"
  for each row execute function "tell_news_of_signature"();

-- As before; and what the ledger holds of it.
create or replace function "news_version_of_escrow"("of_id" uuid) returns text language sql stable as $$
  select md5(concat_ws('|', e.xmin::text,
    (select string_agg(p.xmin::text, ',' order by p."id") from "ledger_payment" p where p."escrowId" = e."id"),
    (select string_agg(c.xmin::text, ',' order by c."id") from "payment_case" c
      join "ledger_payment" p on p."id" = c."ledgerPaymentId" where p."escrowId" = e."id"),
    (select string_agg(o.xmin::text, ',' order by o."id") from "payout" o where o."escrowId" = e."id"),
    (select string_agg(s.xmin::text, ',' order by s."id") from "stated_payment" s where s."escrowId" = e."id"),
    (select string_agg(d.xmin::text, ',' order by d."id") from "escrow_document" d where d."escrowId" = e."id"),
    (select c.xmin::text from "escrow_contract" c where c."escrowId" = e."id"),
    (select string_agg(r.xmin::text, ',' order by r."id") from "refund_request" r where r."escrowId" = e."id"),
    (select string_agg(d.xmin::text, ',' order by d."id") from "dispute" d where d."escrowId" = e."id"),
    (select string_agg(v.xmin::text, ',' order by v."id") from "view_link" v where v."escrowId" = e."id"),
    (select count(*)::text from "audit_event" a where a."escrowId" = e."id"),
    (select string_agg(concat_ws('/', l."id", l."sentAt", l."givenUpAt", l."withheldFor"), ',' order by l."id")
      from "outbox_letter" l where l."escrowId" = e."id" and l."senderId" is not null),
    case e."heldBy" when 'ledger' then concat_ws('|',
      (select string_agg(concat_ws('/', a."id", a."supersededAt", a."openedAt", a."condition"), ',' order by a."id")
        from "hold_agreement" a where a."escrowId" = e."id"),
      (select string_agg(concat_ws('/', k."id", k."differences", k."counts", k."end"), ',' order by k."id")
        from "hold_lock" k where k."escrowId" = e."id"),
      (select string_agg(concat_ws('/', x."id", x."state",
        (select count(*) from "hold_signature" s where s."exitId" = x."id")), ',' order by x."id")
        from "hold_exit" x where x."escrowId" = e."id")) end))
  from "escrow" e where e."id" = of_id
$$;

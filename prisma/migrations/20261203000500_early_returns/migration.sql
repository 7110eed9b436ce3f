-- What the buyer's wallet has locked on Stellar and what never comes to count goes back before its date, by a transaction of the buyer's wallet that
-- the arbiter signs along (docs/decisions/124).
set local lock_timeout = '3s';

create table "hold_return" (
  "id" uuid not null,
  "escrowId" uuid not null,
  "lockId" uuid not null,
  "askedById" uuid not null,
  -- As the ledger had the balance when it was offered.
  "asset" text not null,
  "amount" decimal(30, 7) not null,
  -- Of the buyer's wallet; it uses up this number.
  "sequence" text not null,
  "hash" text not null,
  "xdr" text not null,
  -- The last second in which the ledger can take it.
  "validUntil" timestamptz(3) not null,
  "offeredAt" timestamptz(3) not null,
  -- The buyer's wallet has signed.
  "signature" text,
  "signedAt" timestamptz(3),
  -- The arbiter has; stored before it is sent.
  "blob" text,
  "network" "Network" not null default 'stellar',
  "leaseEpoch" bigint,
  "sentAt" timestamptz(3),
  -- When it is looked at next.
  "lookAt" timestamptz(3) not null,
  "endedAt" timestamptz(3),
  "end" text,
  -- Of the ledger, where it has refused it.
  "code" text,
  constraint "hold_return_pkey" primary key ("id"),
  constraint "hold_return_lockId_escrowId_fkey" foreign key ("lockId", "escrowId")
    references "hold_lock" ("id", "escrowId") on delete restrict on update cascade,
  constraint "hold_return_askedById_fkey" foreign key ("askedById") references "user" ("id") on delete restrict on update cascade,
  constraint "hold_return_asset" check ("asset" in ('XLM', 'USDC')),
  constraint "hold_return_amount" check ("amount" > 0),
  constraint "hold_return_network" check ("network" = 'stellar'),
  constraint "hold_return_signed" check (("signature" is null) = ("signedAt" is null)),
  constraint "hold_return_sent" check (num_nonnulls("blob", "leaseEpoch", "sentAt") in (0, 3) and ("sentAt" is null or "signedAt" is not null)),
  constraint "hold_return_ended" check (("endedAt" is null) = ("end" is null)),
  constraint "hold_return_end" check ("end" in ('taken', 'failed', 'expired', 'withdrawn')),
  constraint "hold_return_code" check ("code" is null or "end" = 'failed')
);
-- One at a time: two would use the same number of the buyer's wallet.
create unique index "hold_return_one_open" on "hold_return" ("escrowId") where "endedAt" is null;
create index "hold_return_of_escrow" on "hold_return" ("escrowId", "offeredAt");
create index "hold_return_of_lock" on "hold_return" ("lockId");
create index "hold_return_of_person" on "hold_return" ("askedById");
create index "hold_return_due" on "hold_return" ("lookAt") where "signedAt" is not null and "endedAt" is null;

-- Only of what never comes to count, by the buyer's own wallet, beside no settlement, and before the last ten minutes. Call it with the escrow locked.
create function "may_be_returned"("of_lock" uuid, "valid_until" timestamptz) returns void language plpgsql as $$
declare
  l "hold_lock"%rowtype;
  e "escrow"%rowtype;
  h "hold"%rowtype;
  a "hold_agreement"%rowtype;
begin
  select * into strict l from "hold_lock" where "id" = "of_lock";
  select * into strict e from "escrow" where "id" = l."escrowId";
  select * into strict h from "hold" where "escrowId" = l."escrowId";
  select * into strict a from "hold_agreement" where "id" = l."agreementId";
  if l."counts" or exists (select 1 from "hold_exit" where "lockId" = l."id")
      or exists (select 1 from "hold_share" where "balanceId" = l."balanceId") then
    raise exception 'what counts goes by settlements alone: lock %', l."hash";
  end if;
  if l."balanceId" is null or l."end" is not null or 'payer' = any(l."differences") then
    raise exception 'lock % is nothing that goes back', l."hash";
  end if;
  if e."verifiedAt" is null and e."cancelledAt" is null and a."supersededAt" is null
      and not l."differences" && array['asset', 'amount', 'claimants', 'predicates', 'date'] then
    raise exception 'lock % may come to count', l."hash";
  end if;
  if "valid_until" > h."deadline" - interval '10 minutes' then
    raise exception 'lock % is not given back so near to the date', l."hash";
  end if;
  if exists (select 1 from "hold_exit" where "escrowId" = e."id" and "state" in ('collecting', 'ready', 'sent')) then
    raise exception 'a settlement of escrow % is under way', e."transactionId";
  end if;
end $$;

create function "keep_hold_return"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  if tg_op = 'DELETE' then
    raise exception 'returns are never deleted';
  end if;
  -- That it was looked at waits for nobody.
  if tg_op = 'UPDATE' and (to_jsonb(new) - 'lookAt') = (to_jsonb(old) - 'lookAt') then
    return new;
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'INSERT' then
    if num_nonnulls(new."signature", new."blob", new."endedAt") > 0 then
      raise exception 'a return begins without a signature';
    end if;
    if new."askedById" <> e."buyerId" then
      raise exception 'only its buyer asks for a return of escrow %', e."transactionId";
    end if;
    if (select count(*) from "hold_return" where "escrowId" = e."id" and "offeredAt" > new."offeredAt" - interval '24 hours') >= 5 then
      raise exception 'escrow % has had its returns of a day', e."transactionId";
    end if;
    perform "may_be_returned"(new."lockId", new."validUntil");
    return new;
  end if;
  if (to_jsonb(new) - array['signature', 'signedAt', 'blob', 'leaseEpoch', 'sentAt', 'lookAt', 'endedAt', 'end', 'code'])
      <> (to_jsonb(old) - array['signature', 'signedAt', 'blob', 'leaseEpoch', 'sentAt', 'lookAt', 'endedAt', 'end', 'code'])
      or (old."signedAt" is not null and (new."signature", new."signedAt") is distinct from (old."signature", old."signedAt"))
      or (old."sentAt" is not null and (new."blob", new."leaseEpoch", new."sentAt") is distinct from (old."blob", old."leaseEpoch", old."sentAt"))
      or old."endedAt" is not null then
    raise exception 'return % stays what it is', old."id";
  end if;
  if old."signedAt" is null and new."signedAt" is not null then
    perform "may_be_returned"(new."lockId", new."validUntil");
  end if;
  if old."sentAt" is null and new."sentAt" is not null then
    perform "may_be_returned"(new."lockId", new."validUntil");
    perform "lease_is_held"(new."network", new."leaseEpoch");
    if (select "held_party_of_agreement"(l."agreementId", true) from "hold_lock" l where l."id" = new."lockId") is not null then
      raise exception 'a party of escrow % is on a list', e."transactionId";
    end if;
  end if;
  -- What the ledger may still take stands, unless the ledger says otherwise.
  if new."end" = 'withdrawn' and new."signedAt" is not null then
    raise exception 'return % is signed', old."id";
  end if;
  if new."end" = 'taken' and not exists (select 1 from "hold_lock" where "id" = new."lockId" and "end" is not null) then
    raise exception 'the ledger does not say that return % was taken', old."id";
  end if;
  return new;
end $$;
create trigger "hold_return_keep" before insert or update or delete on "hold_return" for each row execute function "keep_hold_return"();
create trigger "hold_return_news" after insert or update of "signedAt", "endedAt" on "hold_return"
  for each row execute function "tell_news_of_escrow"();

-- A lock for which a return stands never counts.
create function "returned_never_counts"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "hold_return" where "lockId" = new."id" and ("endedAt" is null or "end" = 'taken')) then
    raise exception 'lock % is being given back', new."hash";
  end if;
  return new;
end $$;
create trigger "hold_lock_is_not_returned" before update of "counts" on "hold_lock" for each row
  when (new."counts" and not old."counts") execute function "returned_never_counts"();

-- As before; what pages show of checks before the lock, of closings, of shares that were set aside, of a drafted approval and of what is given
-- back early is news as well.
create or replace function "news_version_of_escrow"("of_id" uuid) returns text language sql stable as $$
  select md5(concat_ws('|', e.xmin::text,
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
      (select string_agg(concat_ws('/', a."id", a."supersededAt", a."openedAt"), ',' order by a."id")
        from "hold_agreement" a where a."escrowId" = e."id"),
      (select exists (select 1 from "hold_draft" d where d."escrowId" = e."id" and d."endedAt" is null))::text,
      (select string_agg(concat_ws('/', w."id", w."endedAt"), ',' order by w."id")
        from "hold_wallet_change" w where w."escrowId" = e."id"),
      (select string_agg(concat_ws('/', k."id", k."differences", k."counts", k."end"), ',' order by k."id")
        from "hold_lock" k where k."escrowId" = e."id"),
      (select string_agg(concat_ws('/', b."id", b."signedAt", b."endedAt"), ',' order by b."id")
        from "hold_return" b where b."escrowId" = e."id"),
      (select string_agg(concat_ws('/', x."id", x."state",
        (select count(*) from "hold_signature" s where s."exitId" = x."id"),
        (select concat_ws('/', c."wallet", c."endedAt") from "hold_closing" c where c."exitId" = x."id"),
        (select string_agg(concat_ws('/', h."balanceId", h."takenBy"), ',' order by h."balanceId")
          from "hold_share" h where h."exitId" = x."id")), ',' order by x."id")
        from "hold_exit" x where x."escrowId" = e."id"),
      (select string_agg(concat_ws('/', r."id", r."clearedAt"), ',' order by r."id")
        from "hold_clearance" r where r."escrowId" = e."id"),
      (select p."draftedAt"::text from "approval_draft" p where p."escrowId" = e."id")) end))
  from "escrow" e where e."id" = of_id
$$;

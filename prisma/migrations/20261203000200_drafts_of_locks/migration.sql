-- What the buyer's wallet is asked to sign is stored before it is shown, each with a condition of its own on the XRP Ledger; while one can still
-- lock, the seller's wallet stands (docs/decisions/120).
set local lock_timeout = '3s';

create table "hold_draft" (
  "id" uuid not null,
  "escrowId" uuid not null,
  "agreementId" uuid not null,
  "network" "Network" not null,
  -- XRP Ledger: what locks, and what opens it, sealed with a key that only the worker has. In stock until it is offered.
  "condition" text,
  "sealedFulfilment" text,
  -- The number of the wallet that it uses up. Null of those from before numbers were stored.
  "sequence" bigint,
  -- XRP Ledger: the last ledger that can take it.
  "lastLedger" bigint,
  -- Stellar: what was shown.
  "hash" text,
  "xdr" text,
  -- Stellar: the last second in which it can lock. XRP Ledger: about when its last ledger closes, for people to read.
  "validUntil" timestamptz(3),
  "createdAt" timestamptz(3) not null,
  "offeredAt" timestamptz(3),
  -- No ledger can take it any more, and all that it locked is stored.
  "endedAt" timestamptz(3),
  constraint "hold_draft_pkey" primary key ("id"),
  constraint "hold_draft_agreementId_escrowId_fkey" foreign key ("agreementId", "escrowId")
    references "hold_agreement" ("id", "escrowId") on delete restrict on update cascade,
  constraint "hold_draft_of_its_ledger" check (case "network"
    when 'xrpl' then num_nonnulls("condition", "sealedFulfilment") = 2 and num_nonnulls("hash", "xdr") = 0
    else num_nonnulls("hash", "xdr", "sequence", "validUntil", "offeredAt") = 5
      and num_nonnulls("condition", "sealedFulfilment", "lastLedger") = 0 end),
  constraint "hold_draft_offered_whole" check ("network" <> 'xrpl'
    or num_nonnulls("sequence", "lastLedger", "validUntil") = case when "offeredAt" is null then 0 else 3 end
    or ("offeredAt" is not null and "endedAt" is not null and num_nonnulls("sequence", "lastLedger", "validUntil") = 0)),
  constraint "hold_draft_ends_once_offered" check ("endedAt" is null or "offeredAt" is not null)
);
create unique index "hold_draft_id_escrowId_key" on "hold_draft" ("id", "escrowId");
create unique index "hold_draft_condition_key" on "hold_draft" ("condition");
create unique index "hold_draft_hash_key" on "hold_draft" ("hash");
-- On the XRP Ledger one at a time: two could lock under two conditions.
create unique index "hold_draft_one_stands" on "hold_draft" ("agreementId")
  where "network" = 'xrpl' and "offeredAt" is not null and "endedAt" is null;
create index "hold_draft_of_agreement" on "hold_draft" ("agreementId", "offeredAt");
create index "hold_draft_of_escrow" on "hold_draft" ("escrowId");

create table "hold_wallet_change" (
  "id" uuid not null,
  "escrowId" uuid not null,
  -- The one whose wallet is to be replaced.
  "agreementId" uuid not null,
  "askedById" uuid not null,
  "askedAt" timestamptz(3) not null,
  -- Until then nothing new is offered to the buyer.
  "until" timestamptz(3) not null,
  "endedAt" timestamptz(3),
  "end" text,
  constraint "hold_wallet_change_pkey" primary key ("id"),
  constraint "hold_wallet_change_agreementId_escrowId_fkey" foreign key ("agreementId", "escrowId")
    references "hold_agreement" ("id", "escrowId") on delete restrict on update cascade,
  constraint "hold_wallet_change_askedById_fkey" foreign key ("askedById") references "user" ("id") on delete restrict on update cascade,
  constraint "hold_wallet_change_time" check ("until" > "askedAt" and "until" <= "askedAt" + interval '3 hours'),
  constraint "hold_wallet_change_end_whole" check (("endedAt" is null) = ("end" is null)),
  constraint "hold_wallet_change_end_known" check ("end" in ('made', 'withdrawn', 'lapsed'))
);
create unique index "hold_wallet_change_one_open" on "hold_wallet_change" ("escrowId") where "endedAt" is null;
create index "hold_wallet_change_of_escrow" on "hold_wallet_change" ("escrowId");
create index "hold_wallet_change_of_person" on "hold_wallet_change" ("askedById");

alter table "hold_lock"
  -- XRP Ledger: under the condition of which draft it lies.
  add column "draftId" uuid,
  -- XRP Ledger: how much it is, where that is XRP.
  add column "amount" numeric(30, 7);
alter table "hold_lock"
  add constraint "hold_lock_draftId_escrowId_fkey" foreign key ("draftId", "escrowId")
    references "hold_draft" ("id", "escrowId") on delete restrict on update cascade not valid,
  add constraint "hold_lock_has_draft" check (("balanceId" is null) = ("draftId" is not null)) not valid;

-- Since when the worker has to make secrets for it; null: there are enough.
alter table "hold_agreement" add column "wantsSecretAt" timestamptz(3);

drop trigger "hold_agreement_news" on "hold_agreement";
drop trigger "hold_agreement_keep" on "hold_agreement";
drop trigger "hold_lock_keep" on "hold_lock";
alter table "hold_agreement" drop constraint "hold_agreement_opened_account";

-- The condition of an agreement from before is a draft that was offered and has ended. There are few: none was opened on a public network (095).
insert into "hold_draft" ("id", "escrowId", "agreementId", "network", "condition", "sealedFulfilment", "createdAt", "offeredAt", "endedAt")
  select "id", "escrowId", "id", 'xrpl'::"Network", "condition", "sealedFulfilment", "agreedAt", "agreedAt", "agreedAt"
  from "hold_agreement" where "condition" is not null;
do $$
begin
  update "hold_agreement" set "openedAt" = "agreedAt", "wantsSecretAt" = case when "supersededAt" is null and "closedAt" is null then "agreedAt" end
    where "condition" is not null;
  update "hold_lock" set "draftId" = "agreementId" where "balanceId" is null;
end $$;

-- With them go the checks and indexes that name them. A process from before does nothing more for the XRP Ledger: what it offered would be watched by nobody.
alter table "hold_agreement" drop column "condition", drop column "sealedFulfilment";

-- As before; an agreement of the XRP Ledger is ready once it has a secret, and no wallet is replaced for which something may still be locked.
create or replace function "keep_hold_agreement"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  h "hold"%rowtype;
begin
  if tg_op = 'DELETE' then
    raise exception 'what was agreed is never deleted';
  end if;
  -- That the worker has looked waits for nobody, and nobody for it.
  if tg_op = 'UPDATE' and (to_jsonb(new) - array['lookAt', 'askedAt', 'completeTo', 'wantsSecretAt'])
      = (to_jsonb(old) - array['lookAt', 'askedAt', 'completeTo', 'wantsSecretAt']) then
    return new;
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'INSERT' then
    select * into strict h from "hold" where "escrowId" = new."escrowId";
    if num_nonnulls(new."supersededAt", new."account", new."openedAt", new."lookAt", new."askedAt", new."completeTo", new."wantsSecretAt",
        new."closedAt") > 0 then
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
  if (to_jsonb(new) - array['supersededAt', 'account', 'arbiter', 'sponsor', 'openedAt', 'wantsSecretAt', 'closedAt'])
      <> (to_jsonb(old) - array['supersededAt', 'account', 'arbiter', 'sponsor', 'openedAt', 'wantsSecretAt', 'closedAt'])
      or (old."supersededAt" is not null and new."supersededAt" is distinct from old."supersededAt")
      or (old."closedAt" is not null and new."closedAt" is distinct from old."closedAt")
      or (old."openedAt" is not null
        and (new."openedAt", new."account", new."arbiter", new."sponsor")
          is distinct from (old."openedAt", old."account", old."arbiter", old."sponsor")) then
    raise exception 'agreement % stays what it is', old."id";
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
      and exists (select 1 from "hold_attempt" where "agreementId" = old."id" and "state" in ('live', 'settled')) then
    raise exception 'an account of agreement % is on its way', old."id";
  end if;
  if old."openedAt" is null and new."openedAt" is not null then
    if e."currency" = 'XRP' then
      if not exists (select 1 from "hold_draft" where "agreementId" = old."id") then
        raise exception 'no secret of agreement % was made', old."id";
      end if;
    elsif new."account" is null
        or not exists (select 1 from "hold_attempt" where "agreementId" = old."id" and "state" = 'settled') then
      raise exception 'no account of agreement % was opened', old."id";
    end if;
  end if;
  return new;
end $$;
create trigger "hold_agreement_keep" before insert or update or delete on "hold_agreement"
  for each row execute function "keep_hold_agreement"();

-- A secret is made before it is offered, and offered once; what was offered stays as it was.
create function "keep_hold_draft"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  a "hold_agreement"%rowtype;
begin
  if tg_op = 'DELETE' then
    raise exception 'what was offered is never deleted';
  end if;
  if tg_op = 'UPDATE' and old."offeredAt" is not null then
    if (to_jsonb(new) - 'endedAt') <> (to_jsonb(old) - 'endedAt')
        or (old."endedAt" is not null and new."endedAt" is distinct from old."endedAt") then
      raise exception 'draft % stays as it was offered', old."id";
    end if;
    return new;
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  select * into strict a from "hold_agreement" where "id" = new."agreementId";
  if tg_op = 'INSERT' then
    if (new."network" = 'xrpl') <> (e."currency" = 'XRP') then
      raise exception 'draft % is not of this ledger', new."id";
    end if;
    if new."endedAt" is not null or (new."network" = 'xrpl' and new."offeredAt" is not null) then
      raise exception 'a draft begins with what opens it';
    end if;
  elsif (to_jsonb(new) - array['offeredAt', 'sequence', 'lastLedger', 'validUntil'])
      <> (to_jsonb(old) - array['offeredAt', 'sequence', 'lastLedger', 'validUntil']) then
    raise exception 'draft % stays as it was made', old."id";
  end if;
  if a."supersededAt" is not null or a."closedAt" is not null or e."cancelledAt" is not null or e."verifiedAt" is not null then
    raise exception 'nothing is offered any more for agreement %', a."id";
  end if;
  if new."offeredAt" is null then
    return new;
  end if;
  if a."openedAt" is null then
    raise exception 'agreement % is not ready', a."id";
  end if;
  if exists (select 1 from "hold_wallet_change" where "escrowId" = e."id" and "endedAt" is null and "until" > new."offeredAt") then
    raise exception 'another wallet was asked for in the place of that of agreement %', a."id";
  end if;
  if (select count(*) from "hold_draft" where "agreementId" = a."id" and "offeredAt" > new."offeredAt" - interval '24 hours') >= 20 then
    raise exception 'agreement % has had its drafts of a day', a."id";
  end if;
  return new;
end $$;
create trigger "hold_draft_keep" before insert or update or delete on "hold_draft" for each row execute function "keep_hold_draft"();

-- A few requests of a few hours: no seller keeps the buyer from locking for long.
create function "keep_hold_wallet_change"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  if tg_op = 'DELETE' then
    raise exception 'what was asked is never deleted';
  end if;
  if tg_op = 'UPDATE' then
    if old."endedAt" is not null or (to_jsonb(new) - array['endedAt', 'end']) <> (to_jsonb(old) - array['endedAt', 'end']) then
      raise exception 'change % stays what it is', old."id";
    end if;
    return new;
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  if new."askedById" is distinct from e."sellerId" or new."endedAt" is not null or e."verifiedAt" is not null or e."cancelledAt" is not null
      or not exists (select 1 from "hold_agreement" where "id" = new."agreementId" and "supersededAt" is null) then
    raise exception 'no other wallet is asked for of escrow %', e."transactionId";
  end if;
  if (select count(*) from "hold_wallet_change" where "escrowId" = e."id") >= 3 then
    raise exception 'escrow % has had its requests for another wallet', e."transactionId";
  end if;
  return new;
end $$;
create trigger "hold_wallet_change_keep" before insert or update or delete on "hold_wallet_change"
  for each row execute function "keep_hold_wallet_change"();

-- As before, without the condition of the agreement; and under one condition the first lock alone can count.
create or replace function "keep_hold_lock"() returns trigger language plpgsql as $$
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
    if (new."balanceId" is null) <> (e."currency" = 'XRP') or a."openedAt" is null then
      raise exception 'nothing can be locked for agreement %', a."id";
    end if;
    if new."draftId" is not null
        and not exists (select 1 from "hold_draft" where "id" = new."draftId" and "agreementId" = a."id" and "offeredAt" is not null) then
      raise exception 'lock % is of no draft of agreement %', new."hash", a."id";
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
    -- Its secret would open the other one as well, of which the page has said that it goes back.
    if new."draftId" is not null and exists (select 1 from "hold_lock" where "draftId" = new."draftId" and "id" <> new."id") then
      raise exception 'the condition of lock % has locked something else before', new."hash";
    end if;
  end if;
  if new."end" = 'divided' and e."currency" = 'XRP' then
    raise exception 'escrow % cannot have been divided', e."transactionId";
  end if;
  return new;
end $$;
create trigger "hold_lock_keep" before insert or update or delete on "hold_lock" for each row execute function "keep_hold_lock"();

-- The only secret that is ever signed is that of the lock that counts.
create function "finish_shows_what_counts"() returns trigger language plpgsql as $$
declare
  of_lock text;
begin
  select d."condition" into of_lock from "hold_exit" x join "hold_lock" l on l."id" = x."lockId" join "hold_draft" d on d."id" = l."draftId"
    where x."id" = new."exitId" and l."counts";
  if of_lock is null or position(upper(of_lock) in upper(new."blob")) = 0 then
    raise exception 'way out % would show another secret than that of what counts', new."exitId";
  end if;
  return new;
end $$;
create trigger "hold_attempt_shows_what_counts" before insert on "hold_attempt" for each row
  when (new."purpose" = 'finish') execute function "finish_shows_what_counts"();

-- Pages that wait hear of it.
create trigger "hold_agreement_news" after insert or update of "supersededAt", "openedAt" on "hold_agreement"
  for each row execute function "tell_news_of_escrow"();
create trigger "hold_draft_news" after insert on "hold_draft" for each row execute function "tell_news_of_escrow"();
create trigger "hold_wallet_change_news" after insert or update of "endedAt" on "hold_wallet_change"
  for each row execute function "tell_news_of_escrow"();

-- As before; of drafts it is news whether there is one to show.
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
      (select string_agg(concat_ws('/', x."id", x."state",
        (select count(*) from "hold_signature" s where s."exitId" = x."id")), ',' order by x."id")
        from "hold_exit" x where x."escrowId" = e."id")) end))
  from "escrow" e where e."id" = of_id
$$;

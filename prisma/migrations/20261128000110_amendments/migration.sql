-- What one side proposes to change of what was agreed, and the other agrees to (docs/decisions/076).
set local lock_timeout = '3s';

create table "amendment" (
  "id" uuid not null,
  "escrowId" uuid not null,
  "proposedById" uuid not null,
  "words" text not null,
  -- What is left out stays as it is.
  "fundBy" timestamptz(3),
  "presentBy" timestamptz(3),
  "examineDays" integer,
  "amount" numeric(30, 7),
  "changesDocuments" boolean not null,
  "documents" "DocumentType"[] not null default '{}',
  "proposedAt" timestamptz(3) not null,
  "answer" text,
  "answeredById" uuid,
  "answeredAt" timestamptz(3),
  constraint "amendment_pkey" primary key ("id"),
  constraint "amendment_escrowId_fkey" foreign key ("escrowId") references "trade_dates" ("escrowId") on delete restrict on update cascade,
  constraint "amendment_proposedById_fkey" foreign key ("proposedById") references "user" ("id") on delete restrict on update cascade,
  constraint "amendment_answeredById_fkey" foreign key ("answeredById") references "user" ("id") on delete restrict on update cascade,
  constraint "amendment_changes_something"
    check ("changesDocuments" or num_nonnulls("fundBy", "presentBy", "examineDays", "amount") > 0),
  constraint "amendment_examine_days" check ("examineDays" between 1 and 30),
  constraint "amendment_amount" check ("amount" > 0),
  constraint "amendment_documents"
    check (not ('ShipmentImage' = any("documents")) and ("changesDocuments" or "documents" = '{}')),
  constraint "amendment_answer_known" check (
    ("answer" is null) = ("answeredAt" is null) and ("answer" is null) = ("answeredById" is null)
    and coalesce("answer" in ('agreed', 'declined', 'withdrawn'), true)),
  -- Whoever proposes it withdraws it; the other side agrees or declines.
  constraint "amendment_answered_by_whom"
    check ("answer" is null or ("answer" = 'withdrawn') = ("answeredById" = "proposedById"))
);
create unique index "amendment_open" on "amendment" ("escrowId") where "answer" is null;
create index "amendment_of_escrow" on "amendment" ("escrowId");
create index "amendment_of_proposer" on "amendment" ("proposedById");

alter table "accepted_terms" add constraint "accepted_terms_amendmentId_fkey"
  foreign key ("amendmentId") references "amendment" ("id") on delete restrict on update cascade not valid;
alter table "accepted_terms" validate constraint "accepted_terms_amendmentId_fkey";

-- Nothing is decided about the money, the documents are not approved, and Quayside does not decide.
create function "may_be_amended"("e" "escrow") returns boolean language sql stable as $$
  select e."cancelledAt" is null and e."releasedAt" is null and e."refundOpenedAt" is null
    and e."documentApprovalStatus" <> 'Approved'
    and not exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" is null)
    and not exists (select 1 from "payout" where "escrowId" = e."id" and "purpose" in ('release', 'refund'))
$$;

create function "keep_amendment"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  if tg_op = 'DELETE' then
    raise exception 'amendments are never deleted';
  end if;
  select * into e from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'INSERT' then
    if new."answer" is not null then
      raise exception 'an amendment begins unanswered';
    end if;
    if new."proposedById" <> e."buyerId" and e."sellerId" is not null and new."proposedById" <> e."sellerId" then
      raise exception 'nobody of escrow % proposes this', e."transactionId";
    end if;
  elsif old."answer" is not null
      or (to_jsonb(new) - array['answer', 'answeredById', 'answeredAt']) <> (to_jsonb(old) - array['answer', 'answeredById', 'answeredAt']) then
    raise exception 'amendment % stays what it is', old."id";
  end if;
  if (tg_op = 'INSERT' or new."answer" = 'agreed') and not "may_be_amended"(e) then
    raise exception 'escrow % is not amended now', e."transactionId";
  end if;
  -- Both sides: one has proposed it, and the other agrees.
  if new."answer" = 'agreed' and (e."sellerId" is null
      or new."proposedById" not in (e."buyerId", e."sellerId") or new."answeredById" not in (e."buyerId", e."sellerId")) then
    raise exception 'nobody of escrow % agrees to this', e."transactionId";
  end if;
  return new;
end $$;
create trigger "amendment_keep" before insert or update or delete on "amendment"
  for each row execute function "keep_amendment"();

-- A version that follows an amendment is accepted by whoever agreed to it.
create function "accepted_terms_follow_amendment"() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from "amendment" where "id" = new."amendmentId" and "escrowId" = new."escrowId"
      and "answer" = 'agreed' and "answeredById" = new."acceptedById") then
    raise exception 'amendment % was not agreed to', new."amendmentId";
  end if;
  return new;
end $$;
create trigger "accepted_terms_follow_amendment" before insert on "accepted_terms"
  for each row when (new."amendmentId" is not null) execute function "accepted_terms_follow_amendment"();

-- Dates change by what was agreed, more time or an amendment, and by nothing else.
create function "keep_trade_dates"() returns trigger language plpgsql as $$
begin
  if (new."escrowId", new."onSilence", new."createdAt") is distinct from (old."escrowId", old."onSilence", old."createdAt")
    or (new."fundBy" <> old."fundBy" and not exists (
      select 1 from "amendment" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "fundBy" = new."fundBy"
      union all select 1 from "time_request" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "step" = 'fund'
        and "until" = new."fundBy"))
    or (new."presentBy" <> old."presentBy" and not exists (
      select 1 from "amendment" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "presentBy" = new."presentBy"
      union all select 1 from "time_request" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "step" = 'present'
        and "until" = new."presentBy"))
    or (new."examineDays" <> old."examineDays" and not exists (
      select 1 from "amendment" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "examineDays" = new."examineDays"))
    or (new."documents" <> old."documents" and not exists (
      select 1 from "amendment" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "changesDocuments"
        and "documents" = new."documents")) then
    raise exception 'the dates of escrow % stay as they were agreed', old."escrowId";
  end if;
  return new;
end $$;
create trigger "trade_dates_keep" before update on "trade_dates"
  for each row execute function "keep_trade_dates"();

-- As before; and the amount may be lowered by an amendment, while nothing has arrived.
create or replace function "keep_escrow_terms"() returns trigger language plpgsql as $$
begin
  if (new."transactionId", new."buyerId", new."currency", new."account", new."reference")
      is distinct from (old."transactionId", old."buyerId", old."currency", old."account", old."reference") then
    raise exception 'escrow % keeps its terms', old."transactionId";
  end if;
  if (new."amount", new."notes", new."terms", new."walletAddress", new."walletMemo")
      is distinct from (old."amount", old."notes", old."terms", old."walletAddress", old."walletMemo")
    and (old."verifiedAt" is not null or old."cancelledAt" is not null or old."receivedAmount" > 0
      or exists (select 1 from "ledger_payment" where "escrowId" = old."id" and "problem" is null)
      or ((old."sellerId" is not null or new."correctedAt" is not distinct from old."correctedAt")
        and not ((new."notes", new."terms", new."walletAddress", new."walletMemo")
            is not distinct from (old."notes", old."terms", old."walletAddress", old."walletMemo")
          and new."amount" < old."amount" and exists (
            select 1 from "amendment" where "escrowId" = old."id" and "answer" = 'agreed' and "amount" = new."amount")))) then
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

-- What both sides agree to share: offers while a dispute is open, and a lower price while documents are examined or were
-- rejected (docs/decisions/079). What is agreed is carried out in the same transaction, for exactly these amounts.
set local lock_timeout = '3s';

create table "division" (
  "id" uuid not null,
  "escrowId" uuid not null,
  -- offer: in a dispute. reduction: the buyer accepts the documents at a lower price.
  "kind" text not null,
  -- Of an offer: the dispute that it would end.
  "disputeId" uuid,
  "side" text not null,
  "proposedById" uuid not null,
  "sellerAmount" numeric(30, 7) not null,
  "buyerAmount" numeric(30, 7) not null,
  -- Where the seller would be paid, as it stood when it was proposed: it counts for that wallet only.
  "payoutAddress" text,
  "payoutMemo" text,
  "words" text not null,
  "proposedAt" timestamptz(3) not null,
  "answer" text,
  "answeredAt" timestamptz(3),
  -- Null for what another act has superseded.
  "answeredById" uuid,
  constraint "division_pkey" primary key ("id"),
  constraint "division_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade,
  constraint "division_disputeId_fkey" foreign key ("disputeId") references "dispute" ("id") on delete restrict on update cascade,
  constraint "division_proposedById_fkey" foreign key ("proposedById") references "user" ("id") on delete restrict on update cascade,
  constraint "division_answeredById_fkey" foreign key ("answeredById") references "user" ("id") on delete restrict on update cascade,
  constraint "division_kind_known" check (
    case "kind"
      when 'offer' then "disputeId" is not null and "sellerAmount" >= 0 and "buyerAmount" >= 0
      when 'reduction' then "disputeId" is null and "side" = 'buyer' and "sellerAmount" > 0 and "buyerAmount" > 0
      else false
    end
  ),
  constraint "division_side_known" check ("side" in ('buyer', 'seller')),
  -- Nobody is paid without a wallet.
  constraint "division_seller_has_wallet" check ("sellerAmount" = 0 or "payoutAddress" is not null),
  constraint "division_answer_known" check (
    ("answer" is null) = ("answeredAt" is null) and coalesce("answer" in ('agreed', 'declined', 'withdrawn', 'superseded'), true)
  ),
  constraint "division_answered_by" check (
    ("answeredById" is not null) = (coalesce("answer", 'superseded') <> 'superseded')
  )
);
create index "division_of_escrow" on "division" ("escrowId", "proposedAt");
create index "division_of_proposer" on "division" ("proposedById");
create unique index "division_one_open" on "division" ("escrowId", "side") where "answer" is null;
create unique index "division_one_agreed" on "division" ("escrowId") where "answer" = 'agreed';

create function "keep_division"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  if tg_op = 'DELETE' then
    raise exception 'divisions are never deleted';
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'INSERT' then
    if new."answer" is not null then
      raise exception 'a division begins unanswered';
    end if;
    if (new."side" = 'buyer') <> (new."proposedById" = e."buyerId") then
      raise exception 'division % is not proposed by its side', new."id";
    end if;
  else
    if old."answer" is not null
        or (to_jsonb(new) - array['answer', 'answeredAt', 'answeredById']) <> (to_jsonb(old) - array['answer', 'answeredAt', 'answeredById']) then
      raise exception 'division % stays what it is', old."id";
    end if;
    -- One side proposes, the other one answers.
    if new."answer" in ('agreed', 'declined') and (new."side" = 'buyer') = (new."answeredById" = e."buyerId")
        or new."answer" = 'withdrawn' and (new."side" = 'buyer') <> (new."answeredById" = e."buyerId") then
      raise exception 'division % is not for this side to answer', old."id";
    end if;
    if new."answer" = 'agreed' and new."side" = 'buyer' and e."sellerId" is not null and new."answeredById" <> e."sellerId" then
      raise exception 'division % is answered by the seller', old."id";
    end if;
  end if;
  if new."answer" in ('declined', 'withdrawn', 'superseded') then
    return new;
  end if;
  -- It can be carried out: both shares are all there is, to the last unit, and nothing is decided about it.
  if "units_of"(new."sellerAmount", e."currency"::text) + "units_of"(new."buyerAmount", e."currency"::text)
      <> "units_of"(e."amount", e."currency"::text) then
    raise exception 'the shares of division % are not the amount of the escrow', new."id";
  end if;
  perform "escrow_must_be_open"(new."escrowId");
  if new."sellerAmount" > 0 and (new."payoutAddress", new."payoutMemo") is distinct from (e."payoutAddress", e."payoutMemo") then
    raise exception 'division % is for another payout wallet', new."id";
  end if;
  if new."kind" = 'offer' and not exists (
    select 1 from "dispute" where "id" = new."disputeId" and "escrowId" = new."escrowId" and "decision" is null
  ) then
    raise exception 'division % is of no open dispute', new."id";
  end if;
  if new."kind" = 'reduction' and (
    e."confirmedAt" is null or e."documentApprovalStatus" = 'Approved' or e."refundOpenedAt" is not null
    or exists (select 1 from "dispute" where "escrowId" = new."escrowId" and "decision" is null)
  ) then
    raise exception 'division % is of no documents that wait', new."id";
  end if;
  return new;
end $$;
create trigger "division_keep" before insert or update or delete on "division"
  for each row execute function "keep_division"();

-- What was agreed is carried out by the end of its transaction: decided so, and both shares are on their way.
create function "agreed_division_is_paid"() returns trigger language plpgsql as $$
begin
  if new."kind" = 'offer' and not exists (select 1 from "dispute" where "id" = new."disputeId" and "decision" = 'settled')
      or new."kind" = 'reduction' and not exists (
        select 1 from "escrow" where "id" = new."escrowId" and "documentApprovalStatus" = 'Approved')
      or new."sellerAmount" > 0 and not exists (
        select 1 from "payout" where "escrowId" = new."escrowId" and "purpose" = 'release' and "amount" = new."sellerAmount")
      or new."buyerAmount" > 0 and not exists (
        select 1 from "payout" where "escrowId" = new."escrowId" and "purpose" = 'refund' and "amount" = new."buyerAmount") then
    raise exception 'division % was agreed, and is not carried out', new."id";
  end if;
  return null;
end $$;
create constraint trigger "division_is_paid" after update of "answer" on "division"
  deferrable initially deferred for each row when (new."answer" = 'agreed')
  execute function "agreed_division_is_paid"();

-- settled: by both sides, with an offer that one of them accepted. The operator decides nothing of such a dispute.
alter table "dispute" drop constraint "dispute_shares_fit",
  add constraint "dispute_shares_fit" check (
    case "decision"
      when 'release' then "sellerAmount" > 0 and "buyerAmount" = 0 and num_nonnulls("sellerAmount", "buyerAmount") = 2
      when 'refund' then "buyerAmount" > 0 and "sellerAmount" = 0 and num_nonnulls("sellerAmount", "buyerAmount") = 2
      when 'split' then "sellerAmount" > 0 and "buyerAmount" > 0 and num_nonnulls("sellerAmount", "buyerAmount") = 2
      when 'settled' then "sellerAmount" >= 0 and "buyerAmount" >= 0 and num_nonnulls("sellerAmount", "buyerAmount") = 2
      when 'dismissed' then num_nonnulls("sellerAmount", "buyerAmount") = 0
      when 'withdrawn' then num_nonnulls("sellerAmount", "buyerAmount") = 0
      else "decision" is null and num_nonnulls("sellerAmount", "buyerAmount") = 0
    end
  ) not valid;

create or replace function "dispute_sums_exactly"() returns trigger language plpgsql as $$
begin
  if new."decision" in ('release', 'refund', 'split', 'settled')
     and new."sellerAmount" + new."buyerAmount" <> (select "amount" from "escrow" where "id" = new."escrowId") then
    raise exception 'the shares of dispute % are not the amount of the escrow', new."id";
  end if;
  if new."decision" is not null and (new."decision" = 'settled') <> exists (
    select 1 from "division" where "escrowId" = new."escrowId" and "answer" = 'agreed' and "disputeId" = new."id"
  ) then
    raise exception 'dispute % is decided otherwise than both sides agreed', new."id";
  end if;
  if new."decision" = 'settled' and not exists (
    select 1 from "division" where "escrowId" = new."escrowId" and "answer" = 'agreed' and "disputeId" = new."id"
      and "answeredById" = new."decidedById" and "sellerAmount" = new."sellerAmount" and "buyerAmount" = new."buyerAmount"
  ) then
    raise exception 'dispute % is settled otherwise than both sides agreed', new."id";
  end if;
  return new;
end $$;

-- An open one stands for the trade as both saw it. Whatever changes that takes its place, at the moment of that act.
create function "supersede_divisions"("of_escrow" uuid, "of_moment" timestamptz) returns void language sql as $$
  update "division" set "answer" = 'superseded', "answeredAt" = "of_moment" where "escrowId" = "of_escrow" and "answer" is null
$$;
create function "supersede_by_escrow"() returns trigger language plpgsql as $$
begin
  perform "supersede_divisions"(new."id", greatest(new."confirmedAt", new."payoutStatedAt", new."decidedAt", new."refundOpenedAt"));
  return null;
end $$;
create trigger "escrow_supersedes_divisions" after update on "escrow" for each row when (
    (new."confirmedAt", new."payoutStatedAt", new."refundOpenedAt")
      is distinct from (old."confirmedAt", old."payoutStatedAt", old."refundOpenedAt")
    or (new."documentApprovalStatus" = 'Approved' and old."documentApprovalStatus" <> 'Approved'))
  execute function "supersede_by_escrow"();
create function "supersede_by_dispute"() returns trigger language plpgsql as $$
begin
  perform "supersede_divisions"(new."escrowId", coalesce(new."decidedAt", new."openedAt"));
  return null;
end $$;
create trigger "dispute_supersedes_divisions" after insert or update of "decision" on "dispute"
  for each row execute function "supersede_by_dispute"();
create function "supersede_by_refund"() returns trigger language plpgsql as $$
begin
  perform "supersede_divisions"(new."escrowId", new."answeredAt");
  return null;
end $$;
create trigger "refund_request_supersedes_divisions" after update of "answer" on "refund_request"
  for each row when (new."answer" = 'agreed') execute function "supersede_by_refund"();

-- As before; and what both sides agreed gives the right to its two shares, and to nothing else.
create or replace function "payout_needs_right"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  received numeric;
  others numeric;
  settled boolean;
  has_right boolean;
  agreed "division"%rowtype;
begin
  if tg_op = 'UPDATE' and (new."escrowId" <> old."escrowId" or new."purpose" <> old."purpose" or new."amount" <> old."amount"
      or new."asset" <> old."asset") then
    raise exception 'payout % stays what it is', old."id";
  end if;
  if tg_op = 'UPDATE' and (new."address" <> old."address" or new."memo" is distinct from old."memo")
     and exists (select 1 from "payout_attempt" where "payoutId" = old."id" and "state" in ('live', 'settled')) then
    raise exception 'payout % is on its way', old."id";
  end if;
  if tg_op = 'UPDATE' and old."purpose" = 'release' and (new."address" <> old."address" or new."memo" is distinct from old."memo")
     and (old."state" <> 'blocked' or old."blockedReason" = 'payout_failed') then
    raise exception 'payout % does not wait for a wallet', old."id";
  end if;
  select * into e from "escrow" where "id" = new."escrowId" for update;
  if new."asset" <> e."currency" then
    raise exception 'escrow % is held in %', e."id", e."currency";
  end if;

  -- At most one (division_one_agreed). An agreed offer is paid by its dispute, which is settled with it.
  select * into agreed from "division" where "escrowId" = new."escrowId" and "answer" = 'agreed';

  if new."purpose" = 'release' then
    has_right := new."address" = e."payoutAddress" and new."memo" is not distinct from e."payoutMemo" and (
      (e."verifiedAt" is not null and e."confirmedAt" is not null and e."documentApprovalStatus" = 'Approved'
        and new."amount" = e."amount" and agreed."id" is null
        and not exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" is null))
      or (agreed."kind" = 'reduction' and e."documentApprovalStatus" = 'Approved' and agreed."sellerAmount" = new."amount")
      or exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" in ('release', 'split', 'settled')
        and "sellerAmount" = new."amount")
    );
  elsif new."purpose" = 'refund' then
    has_right := new."address" = e."refundAddress" and new."memo" is not distinct from e."refundMemo" and (
      (e."verifiedAt" is not null and new."amount" = e."amount" and agreed."id" is null and (e."refundOpenedAt" is not null
        or exists (select 1 from "refund_request" where "escrowId" = e."id" and "answer" = 'agreed')))
      or (agreed."kind" = 'reduction' and e."documentApprovalStatus" = 'Approved' and agreed."buyerAmount" = new."amount")
      or exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" in ('refund', 'split', 'settled')
        and "buyerAmount" = new."amount")
    );
  else
    has_right := new."address" = e."refundAddress" and new."memo" is not distinct from e."refundMemo";
  end if;
  if has_right is not true then
    raise exception 'escrow % owes no % of % to this wallet', e."id", new."purpose", new."amount";
  end if;

  select coalesce(-sum("units"), 0) into received from "book_posting"
    where "account" = 'escrow:' || e."id" and "side" = 'gives';
  select coalesce(sum("amount"), 0), coalesce(bool_or("purpose" in ('release', 'refund')), false) into others, settled
    from "payout" where "escrowId" = e."id" and "id" <> new."id";
  -- While nothing is decided the amount itself stays; only what is beyond it can be returned.
  if new."purpose"::text = 'return' and not settled and e."cancelledAt" is null then
    others := others + e."amount";
  end if;
  if "units_of"(others + new."amount", e."currency"::text) > received then
    raise exception 'escrow % has not received what would leave it', e."id";
  end if;
  return new;
end $$;

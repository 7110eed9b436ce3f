-- What operators change of how an account's owner gets in, or of where money goes: whoever did it approves nothing of theirs, and until a
-- second operator has confirmed it, or its time is over, the account does nothing with money (docs/decisions/099).
set local lock_timeout = '3s';

create table "account_change" (
  "id" uuid not null,
  "kind" text not null,
  -- Whose account it is; of a reseller, who has none, whose wallet.
  "userId" uuid,
  "resellerId" uuid,
  -- Null: by a command of whoever has the machine.
  "changedById" uuid,
  "reason" text not null,
  "changedAt" timestamptz(3) not null,
  -- Until when the account stands still; null for a reseller, who does nothing with money.
  "stillUntil" timestamptz(3),
  -- Of an address: the change of it, as long as it is kept.
  "emailChangeId" uuid,
  -- Null: nobody has ended it, and it ends by itself when its time is over.
  "endedAt" timestamptz(3),
  "end" text,
  "endedById" uuid,
  constraint "account_change_pkey" primary key ("id"),
  constraint "account_change_kind_known" check ("kind" in ('address', 'second_factor', 'reseller_wallet')),
  constraint "account_change_of_one" check (num_nonnulls("userId", "resellerId") = 1 and ("kind" = 'reseller_wallet') = ("resellerId" is not null)),
  constraint "account_change_stands_still" check (("stillUntil" is null) = ("userId" is null) and "stillUntil" > "changedAt"),
  constraint "account_change_says_why" check (btrim("reason") <> ''),
  constraint "account_change_ends_once" check (("endedAt" is null) = ("end" is null) and "endedAt" >= "changedAt"),
  constraint "account_change_end_known" check ("end" in ('confirmed', 'taken_back', 'objected')),
  -- By the old mailbox: nobody knows whose hand it was.
  constraint "account_change_ended_by" check (("endedById" is null) = ("end" is null or "end" = 'objected')),
  -- Whoever made it does not confirm it.
  constraint "account_change_confirmed_by_another" check ("end" <> 'confirmed' or "endedById" is distinct from "changedById"),
  constraint "account_change_userId_fkey" foreign key ("userId") references "user" ("id") on delete restrict on update cascade,
  constraint "account_change_resellerId_fkey" foreign key ("resellerId") references "reseller" ("id") on delete restrict on update cascade,
  constraint "account_change_changedById_fkey" foreign key ("changedById") references "user" ("id") on delete restrict on update cascade,
  constraint "account_change_endedById_fkey" foreign key ("endedById") references "user" ("id") on delete restrict on update cascade,
  constraint "account_change_emailChangeId_fkey" foreign key ("emailChangeId") references "email_change" ("id") on delete set null on update cascade
);
create index "account_change_of_user" on "account_change" ("userId", "changedAt") where "userId" is not null;
create index "account_change_of_reseller" on "account_change" ("resellerId") where "resellerId" is not null;
create index "account_change_changedById_idx" on "account_change" ("changedById");
create index "account_change_endedById_idx" on "account_change" ("endedById");
create index "account_change_emailChangeId_idx" on "account_change" ("emailChangeId");
create index "account_change_open" on "account_change" ("stillUntil") where "endedAt" is null;
create index "account_change_objected" on "account_change" ("endedAt") where "end" = 'objected';

create function "keep_account_change"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'changes of accounts are never deleted';
  end if;
  if tg_op = 'INSERT' then
    if new."endedAt" is not null then
      raise exception 'a change of an account begins open';
    end if;
    if new."changedById" is not null and not exists (select 1 from "user" where "id" = new."changedById" and "role" = 'admin') then
      raise exception 'only operators change accounts of others';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - array['endedAt', 'end', 'endedById', 'emailChangeId'])
      <> (to_jsonb(old) - array['endedAt', 'end', 'endedById', 'emailChangeId'])
      or (new."emailChangeId" is distinct from old."emailChangeId" and new."emailChangeId" is not null)
      or (old."endedAt" is not null
        and (new."endedAt", new."end", new."endedById") is distinct from (old."endedAt", old."end", old."endedById")) then
    raise exception 'change % of an account stays what it is', old."id";
  end if;
  if new."endedById" is not null and not exists (select 1 from "user" where "id" = new."endedById" and "role" = 'admin') then
    raise exception 'only operators confirm changes of accounts, or take them back';
  end if;
  return new;
end $$;
create trigger "account_change_keep" before insert or update or delete on "account_change"
  for each row execute function "keep_account_change"();
create trigger "account_change_keep_all" before truncate on "account_change"
  for each statement execute function "stays_as_it_is"();

-- Did the account stand still at that moment?
create function "stood_still"("person" uuid, "at" timestamptz) returns boolean language sql stable as $$
  select exists (
    select 1 from "account_change" c where c."userId" = $1 and c."changedAt" <= $2 and c."stillUntil" > $2
      and (c."endedAt" is null or c."endedAt" > $2)
  )
$$;

-- Has this operator changed the account of that person, ever?
create function "has_changed_account"("operator" uuid, "person" uuid) returns boolean language sql stable as $$
  select exists (select 1 from "account_change" c where c."userId" = $2 and c."changedById" = $1)
$$;

-- Has this operator changed it, and is it at that moment neither confirmed nor taken back, nor its time over?
create function "own_change_waits"("operator" uuid, "person" uuid, "at" timestamptz) returns boolean language sql stable as $$
  select exists (
    select 1 from "account_change" c where c."userId" = $2 and c."changedById" = $1
      and c."stillUntil" > $3 and (c."endedAt" is null or c."endedAt" > $3)
  )
$$;

-- Whoever does something with money writes down that they did it, in the same transaction: what an account that stands still does is
-- refused there, whichever way it comes. Opening a dispute is not among it, nor what a wallet signs itself.
create function "still_account_acts_not"() returns trigger language plpgsql as $$
begin
  if "stood_still"(new."userId", new."at") then
    raise exception 'account % stands still: %', new."userId", new."kind";
  end if;
  return new;
end $$;
create trigger "audit_event_of_still_account" before insert on "audit_event" for each row
  when (new."userId" is not null and new."kind" in (
    'escrow_opened', 'escrow_corrected', 'escrow_cancelled', 'seller_named', 'terms_accepted', 'hold_agreed',
    'amendment_proposed', 'amendment_agreed', 'amendment_declined', 'amendment_withdrawn',
    'shipment_confirmed', 'document_removed', 'documents_approved', 'documents_rejected', 'discrepancies_waived',
    'waiver_asked', 'waiver_declined', 'round_allowed', 'time_asked', 'time_agreed', 'time_declined',
    'payout_wallet_stated', 'payout_wallet_changed', 'payout_wallet_proposed', 'payout_wallet_agreed', 'approval_withdrawn',
    'refund_wallet_stated', 'refund_requested', 'refund_agreed', 'refund_declined', 'refund_withdrawn', 'dispute_withdrawn',
    'offer_made', 'offer_accepted', 'offer_declined', 'offer_withdrawn',
    'reduction_offered', 'reduction_agreed', 'reduction_declined', 'reduction_withdrawn',
    'view_link_made', 'saved_wallet_named', 'saved_wallet_chosen', 'saved_wallet_removed', 'email_change_asked', 'account_closed'
  )) execute function "still_account_acts_not"();

-- And where the money of an escrow goes is said by nobody whose account stood still when it was said.
create function "still_account_states_no_wallet"() returns trigger language plpgsql as $$
begin
  if (new."payoutAddress", new."payoutMemo") is distinct from (old."payoutAddress", old."payoutMemo")
      and "stood_still"(new."sellerId", new."payoutStatedAt") then
    raise exception 'account % stands still: payout wallet of escrow %', new."sellerId", new."id";
  end if;
  if (new."proposedPayoutAddress", new."proposedPayoutMemo") is distinct from (old."proposedPayoutAddress", old."proposedPayoutMemo")
      and "stood_still"(new."sellerId", new."proposedPayoutAt") then
    raise exception 'account % stands still: proposed wallet of escrow %', new."sellerId", new."id";
  end if;
  if (new."refundAddress", new."refundMemo") is distinct from (old."refundAddress", old."refundMemo")
      and "stood_still"(new."buyerId", new."refundStatedAt") then
    raise exception 'account % stands still: refund wallet of escrow %', new."buyerId", new."id";
  end if;
  return new;
end $$;
create trigger "escrow_wallets_of_still_account" before update of "payoutAddress", "payoutMemo", "proposedPayoutAddress",
  "proposedPayoutMemo", "refundAddress", "refundMemo" on "escrow"
  for each row execute function "still_account_states_no_wallet"();

-- As before; and whoever changed the account of somebody whose money it is, or the wallet of its reseller, approves it no more.
create or replace function "may_approve_payout"() returns trigger language plpgsql as $$
declare
  p "payout"%rowtype;
begin
  if tg_op <> 'INSERT' then
    raise exception 'approvals of payouts stay what they are';
  end if;
  select * into strict p from "payout" where "id" = new."payoutId" for update;
  if p."state" not in ('queued', 'blocked') or p."aboveLimit" is null
     or p."address" <> new."address" or p."memo" is distinct from new."memo" then
    raise exception 'payout % does not wait for this approval', p."id";
  end if;
  if not exists (select 1 from "user" where "id" = new."operatorId" and "role" = 'admin') then
    raise exception 'only operators approve payouts';
  end if;
  if (p."purpose" in ('release', 'refund') and exists (
    select 1 from "dispute" where "escrowId" = p."escrowId" and "decidedById" = new."operatorId"
      and "decision" in ('release', 'refund', 'split')
  )) or exists (select 1 from "payment_case" where "id" = p."caseId" and "closedById" = new."operatorId")
     or exists (select 1 from "payment_case" c join "ledger_payment" l on l."id" = c."ledgerPaymentId"
       where l."escrowId" = p."escrowId" and c."closedById" = new."operatorId" and c."end" is null)
     or exists (select 1 from "reseller_payout" where "id" = p."resellerPayoutId" and "madeById" = new."operatorId")
     or p."redirectedById" = new."operatorId" then
    raise exception 'whoever decided about payout % does not approve it, too', p."id";
  end if;
  if exists (select 1 from "parties_of_payout"(p."id") t where "has_changed_account"(new."operatorId", t."personId"))
     or exists (select 1 from "reseller_payout" o join "reseller" r on r."resellerId" = o."resellerId"
       join "account_change" c on c."resellerId" = r."id"
       where o."id" = p."resellerPayoutId" and c."changedById" = new."operatorId") then
    raise exception 'whoever changed an account of payout % does not approve it', p."id";
  end if;
  return new;
end $$;

-- As before; and whoever changed the account of a side approves nothing that goes to either.
create or replace function "may_approve_way_out"() returns trigger language plpgsql as $$
declare
  x "hold_exit"%rowtype;
begin
  if tg_op <> 'INSERT' then
    raise exception 'approvals of ways out stay what they are';
  end if;
  select * into strict x from "hold_exit" where "id" = new."exitId" for update;
  if x."state" not in ('collecting', 'ready') or x."aboveLimit" is null then
    raise exception 'way out % does not wait for this approval', x."id";
  end if;
  if not exists (select 1 from "user" where "id" = new."operatorId" and "role" = 'admin') then
    raise exception 'only operators approve ways out';
  end if;
  if exists (select 1 from "dispute" where "escrowId" = x."escrowId" and "decidedById" = new."operatorId"
      and "decision" in ('release', 'refund', 'split')) then
    raise exception 'whoever decided about way out % does not approve it, too', x."id";
  end if;
  if exists (select 1 from "parties_of_way_out"(x."id") t where "has_changed_account"(new."operatorId", t."personId")) then
    raise exception 'whoever changed an account of way out % does not approve it', x."id";
  end if;
  return new;
end $$;

-- While a change waits, its operator decides nothing about the money of that account: no dispute, ...
create function "dispute_is_not_of_own_change"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "escrow" e cross join unnest(array[e."buyerId", e."sellerId"]) "person"
      where e."id" = new."escrowId" and "own_change_waits"(new."decidedById", "person", new."decidedAt")) then
    raise exception 'whoever changed an account decides no dispute of escrow %', new."escrowId";
  end if;
  return new;
end $$;
create trigger "dispute_is_not_of_own_change" before update of "decidedById" on "dispute"
  for each row when (new."decidedById" is not null) execute function "dispute_is_not_of_own_change"();

-- ... no likeness with a sanctions list, ...
create function "review_is_not_of_own_change"() returns trigger language plpgsql as $$
declare
  "person" uuid := coalesce(new."personId", case when new."subject" like 'user:%' then substr(new."subject", 6)::uuid end);
begin
  if (new."decidedById" is distinct from old."decidedById" and "own_change_waits"(new."decidedById", "person", new."decidedAt"))
      or (new."wantedById" is distinct from old."wantedById" and "own_change_waits"(new."wantedById", "person", new."wantedAt")) then
    raise exception 'whoever changed an account decides nothing of review %', new."id";
  end if;
  return new;
end $$;
create trigger "review_is_not_of_own_change" before update of "decidedById", "wantedById" on "screening_review"
  for each row execute function "review_is_not_of_own_change"();

-- Whose money the payment of a case is, or came to be.
create function "people_of_case"("caseId" uuid) returns table ("personId" uuid) language sql stable as $$
  select q."userId" from "payment_case" c join "fee_quote" q on q."id" = c."feeQuoteId" where c."id" = $1
  union select q."userId" from "payment_case" c join "ledger_payment" l on l."id" = c."ledgerPaymentId"
    join "fee_quote" q on q."id" = l."feeQuoteId" where c."id" = $1
  union select unnest(array[e."buyerId", e."sellerId"]) from "payment_case" c join "ledger_payment" l on l."id" = c."ledgerPaymentId"
    join "escrow" e on e."id" = l."escrowId" where c."id" = $1
$$;

-- ... and no payment that fits nothing: whom an assigned one counts for is known when all is written.
create function "case_is_not_of_own_change"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "people_of_case"(new."id") p where "own_change_waits"(new."closedById", p."personId", new."closedAt")) then
    raise exception 'whoever changed an account ends no case of its money: %', new."id";
  end if;
  return null;
end $$;
create constraint trigger "case_is_not_of_own_change" after update of "closedById" on "payment_case"
  deferrable initially deferred for each row when (new."closedById" is not null) execute function "case_is_not_of_own_change"();

create function "redirect_is_not_of_own_change"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "parties_of_payout"(new."id") t
      where "own_change_waits"(new."redirectedById", t."personId", clock_timestamp())) then
    raise exception 'whoever changed an account gives payout % no wallet', new."id";
  end if;
  return new;
end $$;
create trigger "payout_redirect_is_not_of_own_change" before update of "redirectedById" on "payout"
  for each row when (new."redirectedById" is not null) execute function "redirect_is_not_of_own_change"();

-- What operators note: a change confirmed, or taken back.
alter table "desk_note" drop constraint "desk_note_kind",
  add constraint "desk_note_kind" check ("kind" in (
    'note', 'lock', 'unlock', 'end_sessions', 'correct_address', 'confirm_change', 'take_back_change', 'send_letter', 'hold_payout', 'let_go',
    'retry_payout')) not valid;

-- A release whose wallet cannot receive it may go to another one: the seller proposes it and the buyer agrees (decision 004).
-- Who agreed, the code has to know; what may change, and when, is kept here.

alter table "escrow" add column "proposedPayoutAddress" text;
alter table "escrow" add column "proposedPayoutMemo" text;
alter table "escrow" add column "proposedPayoutAt" timestamptz(3);
alter table "escrow" add constraint "escrow_proposal_is_whole" check (
  ("proposedPayoutAddress" is null) = ("proposedPayoutAt" is null)
  and ("proposedPayoutMemo" is null or "proposedPayoutAddress" is not null)
);

-- Does the release wait for its wallet, with no envelope on its way? Holds its row: beside the caller it cannot move on.
create function "release_waits_for_wallet"("escrow_id" uuid) returns boolean language plpgsql as $$
declare
  waiting uuid;
begin
  select "id" into waiting from "payout"
    where "escrowId" = "escrow_id" and "purpose" = 'release' and "state" = 'blocked' and "blockedReason" <> 'payout_failed'
    for update;
  return waiting is not null
    and not exists (select 1 from "payout_attempt" where "payoutId" = waiting and "state" in ('live', 'settled'));
end $$;

-- Another wallet is proposed only while the release waits for the approved one.
create function "keep_wallet_proposal"() returns trigger language plpgsql as $$
begin
  if new."proposedPayoutAt" is not null and not "release_waits_for_wallet"(new."id") then
    raise exception 'the release of escrow % does not wait for a wallet', new."transactionId";
  end if;
  return new;
end $$;
create trigger "escrow_keep_proposal" before insert or update of "proposedPayoutAddress", "proposedPayoutMemo", "proposedPayoutAt"
  on "escrow" for each row execute function "keep_wallet_proposal"();

-- A proposal ends when the release moves on, or waits for something else.
create function "end_wallet_proposal"() returns trigger language plpgsql as $$
begin
  update "escrow" set "proposedPayoutAddress" = null, "proposedPayoutMemo" = null, "proposedPayoutAt" = null
    where "id" = new."escrowId" and "proposedPayoutAt" is not null;
  return null;
end $$;
create trigger "payout_end_proposal" after update of "state", "blockedReason" on "payout" for each row
  when (new."purpose" = 'release' and old."state" = 'blocked' and (new."state" <> 'blocked' or new."blockedReason" = 'payout_failed'))
  execute function "end_wallet_proposal"();

-- From the first queued payout on a decision stands, and nothing is decided while the operator has to decide. Only the payout
-- wallet may still become the one that stands proposed.
create or replace function "keep_released_escrow"() returns trigger language plpgsql as $$
declare
  is_other_wallet boolean := new."payoutAddress" is distinct from old."payoutAddress"
    or new."payoutMemo" is distinct from old."payoutMemo";
  is_other_decision boolean := new."documentApprovalStatus" is distinct from old."documentApprovalStatus"
    or new."amount" is distinct from old."amount"
    or new."currency" is distinct from old."currency";
begin
  if is_other_wallet or is_other_decision then
    if exists (select 1 from "payout" where "escrowId" = old."id" and "purpose" in ('release', 'refund')) then
      if is_other_decision or old."proposedPayoutAt" is null
          or new."payoutAddress" is distinct from old."proposedPayoutAddress"
          or new."payoutMemo" is distinct from old."proposedPayoutMemo"
          or not "release_waits_for_wallet"(old."id") then
        raise exception 'escrow % has been settled and cannot change', old."transactionId";
      end if;
    end if;
    if exists (select 1 from "dispute" where "escrowId" = old."id" and "decision" is null) then
      raise exception 'escrow % is in dispute and cannot change', old."transactionId";
    end if;
  end if;
  if old."cancelledAt" is not null and new."cancelledAt" is distinct from old."cancelledAt" then
    raise exception 'escrow % stays cancelled', old."transactionId";
  end if;
  return new;
end $$;

-- The release goes where the escrow says: neither wallet changes without the other.
create function "release_follows_escrow"() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from "escrow" e join "payout" p on p."escrowId" = e."id" and p."purpose" = 'release'
    where e."id" = new."id" and (p."address" is distinct from e."payoutAddress" or p."memo" is distinct from e."payoutMemo")
  ) then
    raise exception 'the release of escrow % goes to another wallet', new."transactionId";
  end if;
  return null;
end $$;
create constraint trigger "escrow_release_follows" after update of "payoutAddress", "payoutMemo" on "escrow"
  deferrable initially deferred for each row execute function "release_follows_escrow"();

-- As before; and a release changes its wallet only while it waits for one.
create or replace function "payout_needs_right"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  received numeric;
  others numeric;
  settled boolean;
  has_right boolean;
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

  if new."purpose" = 'release' then
    has_right := new."address" = e."payoutAddress" and new."memo" is not distinct from e."payoutMemo" and (
      (e."verifiedAt" is not null and e."confirmedAt" is not null and e."documentApprovalStatus" = 'Approved'
        and new."amount" = e."amount"
        and not exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" is null))
      or exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" in ('release', 'split') and "sellerAmount" = new."amount")
    );
  elsif new."purpose" = 'refund' then
    has_right := new."address" = e."refundAddress" and new."memo" is not distinct from e."refundMemo" and (
      (e."verifiedAt" is not null and new."amount" = e."amount"
        and exists (select 1 from "refund_request" where "escrowId" = e."id" and "answer" = 'agreed'))
      or exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" in ('refund', 'split') and "buyerAmount" = new."amount")
    );
  else
    has_right := new."address" = e."refundAddress" and new."memo" is not distinct from e."refundMemo";
  end if;
  if has_right is not true then
    raise exception 'escrow % owes no % of % to this wallet', e."id", new."purpose", new."amount";
  end if;

  select coalesce(sum("amount"), 0) into received from "ledger_payment" where "escrowId" = e."id" and "problem" is null;
  select coalesce(sum("amount"), 0), coalesce(bool_or("purpose" in ('release', 'refund')), false) into others, settled
    from "payout" where "escrowId" = e."id" and "id" <> new."id";
  -- While nothing is decided the amount itself stays; only what is beyond it can be returned.
  if new."purpose"::text = 'return' and not settled and e."cancelledAt" is null then
    others := others + e."amount";
  end if;
  if others + new."amount" > received + 0.0000001 then
    raise exception 'escrow % has not received what would leave it', e."id";
  end if;
  return new;
end $$;

-- What an escrow is that the ledger holds, beside those that Quayside holds: funded by a lock and by nothing else, paid by no payout,
-- and settled by a way out as the others are by a payout (docs/decisions/087).
set local lock_timeout = '3s';

-- Decided and on its way, or over: as a payout of release or refund is in the other kind.
create function "is_settled"("escrow_id" uuid) returns boolean language sql stable as $$
  select exists (select 1 from "payout" where "escrowId" = "escrow_id" and "purpose" in ('release', 'refund'))
    or exists (select 1 from "hold_exit" where "escrowId" = "escrow_id" and "state" <> 'dead')
    or exists (select 1 from "hold_lock" where "escrowId" = "escrow_id" and "counts" and "end" is not null)
$$;

create function "keep_held_by"() returns trigger language plpgsql as $$
begin
  raise exception 'escrow % keeps who holds it', old."transactionId";
end $$;
create trigger "escrow_keep_held_by" before update of "heldBy" on "escrow" for each row
  when (new."heldBy" is distinct from old."heldBy") execute function "keep_held_by"();

-- With its escrow in one transaction, so that none is ever without.
create function "held_escrow_has_hold"() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from "hold" where "escrowId" = new."id") then
    raise exception 'escrow % is held by the ledger, and nobody agreed how', new."transactionId";
  end if;
  return null;
end $$;
create constraint trigger "escrow_has_hold" after insert on "escrow" deferrable initially deferred for each row
  when (new."heldBy" = 'ledger') execute function "held_escrow_has_hold"();

-- The wallet of the agreement is the one that is paid, and there is no other.
create function "held_wallet_is_agreed"() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from "hold_agreement" a where a."escrowId" = new."id" and a."supersededAt" is null
      and a."sellerWallet" = new."payoutAddress" and a."sellerTag" is not distinct from new."payoutMemo"
  ) then
    raise exception 'escrow % pays to the wallet that was agreed', new."transactionId";
  end if;
  return new;
end $$;
create trigger "escrow_held_wallet_is_agreed" before insert or update of "payoutAddress", "payoutMemo" on "escrow" for each row
  when (new."heldBy" = 'ledger' and new."payoutAddress" is not null) execute function "held_wallet_is_agreed"();

-- As before; of a held escrow nothing is corrected once a seller has agreed, and what makes it funded is the lock that counts.
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
      or ((old."sellerId" is not null or new."correctedAt" is not distinct from old."correctedAt"
          or (old."heldBy" = 'ledger'
            and exists (select 1 from "hold_agreement" where "escrowId" = old."id" and "supersededAt" is null)))
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
  if old."verifiedAt" is null and new."verifiedAt" is not null then
    if old."heldBy" = 'ledger' then
      if not exists (
        select 1 from "hold_lock" where "escrowId" = old."id" and "counts" and "hash" = new."realTxId" and "lockedAt" = new."paidAt"
      ) then
        raise exception 'nothing is locked that counts for escrow %', old."transactionId";
      end if;
    elsif new."amount" > 0.0000001 + coalesce(
      (select sum("amount") from "ledger_payment" where "escrowId" = old."id" and "problem" is null), 0
    ) then
      raise exception 'escrow % has not received its amount', old."transactionId";
    end if;
  end if;
  return new;
end $$;

-- As before; what a held escrow has received is its amount, once a lock counts.
create or replace function "received_is_counted"() returns trigger language plpgsql as $$
declare
  e uuid := case tg_table_name when 'escrow' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'escrowId')::uuid end;
begin
  if exists (
    select 1 from "escrow" where "id" = e and "receivedAmount" <> case "heldBy"
      when 'ledger' then case when exists (select 1 from "hold_lock" where "escrowId" = e and "counts") then "amount" else 0 end
      else coalesce((select sum("amount") from "ledger_payment" where "escrowId" = e and "problem" is null), 0) end
  ) then
    raise exception 'escrow % has not received the sum of its payments', e;
  end if;
  return null;
end $$;
-- Nothing of ours makes up for what a wallet locked: it is the amount, or it does not count.
create or replace function "short_of"("of" "escrow") returns numeric stable language sql as $$
  select case "of"."heldBy" when 'ledger' then 0 else "of"."amount" - coalesce(
    (select sum("amount") from "ledger_payment" where "escrowId" = "of"."id" and "problem" is null), 0) end $$;

-- As before; and for a held escrow no payment ever counts, wherever it arrived.
create or replace function "deposit_fits_escrow"() returns trigger language plpgsql as $$
begin
  if new."problem" is null and new."escrowId" is not null and not exists (
    select 1 from "escrow" where "id" = new."escrowId" and "currency" = new."asset" and "account" = new."toAddress"
      and "heldBy" = 'quayside'
  ) then
    raise exception 'payment % is not what escrow % is held in', new."hash", new."escrowId";
  end if;
  return new;
end $$;

-- Quayside does not have the money, so it pays none of it.
create function "payout_is_of_quayside"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "escrow" where "id" = new."escrowId" and "heldBy" = 'ledger') then
    raise exception 'escrow % is held by the ledger', new."escrowId";
  end if;
  return new;
end $$;
create trigger "payout_is_of_quayside" before insert or update of "escrowId" on "payout" for each row
  when (new."escrowId" is not null) execute function "payout_is_of_quayside"();

-- As before; a way out that is not dead stands as a payout does.
create or replace function "escrow_must_be_open"("escrow_id" uuid) returns void language plpgsql as $$
begin
  perform 1 from "escrow" where "id" = "escrow_id" for update;
  if not exists (select 1 from "escrow" where "id" = "escrow_id" and "verifiedAt" is not null) or "is_settled"("escrow_id") then
    raise exception 'escrow % holds nothing to decide about', "escrow_id";
  end if;
end $$;
create or replace function "keep_released_escrow"() returns trigger language plpgsql as $$
declare
  is_other_wallet boolean := new."payoutAddress" is distinct from old."payoutAddress"
    or new."payoutMemo" is distinct from old."payoutMemo";
  is_other_decision boolean := new."documentApprovalStatus" is distinct from old."documentApprovalStatus"
    or new."amount" is distinct from old."amount"
    or new."currency" is distinct from old."currency";
begin
  if is_other_wallet or is_other_decision then
    if "is_settled"(old."id") then
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
create or replace function "keep_refund_opened"() returns trigger language plpgsql as $$
begin
  if old."refundOpenedAt" is not null then
    raise exception 'the refund of escrow % stays open', old."transactionId";
  end if;
  if not exists (select 1 from "escrow_clock" where "escrowId" = new."id" and "kind" = 'grace' and "end" = 'ran_out')
     or exists (select 1 from "dispute" where "escrowId" = new."id" and "decision" is null)
     or "is_settled"(new."id") then
    raise exception 'the refund of escrow % does not open', old."transactionId";
  end if;
  return new;
end $$;
create or replace function "may_be_amended"("e" "escrow") returns boolean language sql stable as $$
  select e."cancelledAt" is null and e."releasedAt" is null and e."refundOpenedAt" is null
    and e."documentApprovalStatus" <> 'Approved'
    and not exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" is null)
    and not "is_settled"(e."id")
$$;
create or replace function "keep_named_seller"() returns trigger language plpgsql as $$
begin
  if old."sellerId" is not null or old."cancelledAt" is not null
      or exists (select 1 from "dispute" where "escrowId" = old."id" and "decision" is null)
      or "is_settled"(old."id") then
    raise exception 'escrow % keeps its named seller', old."transactionId";
  end if;
  return new;
end $$;

-- As before; of a held escrow one way out pays both shares.
create or replace function "agreed_division_is_paid"() returns trigger language plpgsql as $$
declare
  held boolean := (select "heldBy" = 'ledger' from "escrow" where "id" = new."escrowId");
begin
  if new."kind" = 'offer' and not exists (select 1 from "dispute" where "id" = new."disputeId" and "decision" = 'settled')
      or new."kind" = 'reduction' and not exists (
        select 1 from "escrow" where "id" = new."escrowId" and "documentApprovalStatus" = 'Approved')
      or held and not exists (
        select 1 from "hold_exit" where "divisionId" = new."id" and "state" <> 'dead'
          and "toSeller" = new."sellerAmount" and "toBuyer" = new."buyerAmount")
      or not held and new."sellerAmount" > 0 and not exists (
        select 1 from "payout" where "escrowId" = new."escrowId" and "purpose" = 'release' and "amount" = new."sellerAmount")
      or not held and new."buyerAmount" > 0 and not exists (
        select 1 from "payout" where "escrowId" = new."escrowId" and "purpose" = 'refund' and "amount" = new."buyerAmount") then
    raise exception 'division % was agreed, and is not carried out', new."id";
  end if;
  return null;
end $$;

-- The XRP Ledger gives it to the seller or, after the date, back: it knows no shares.
create function "xrp_is_not_divided"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "escrow" where "id" = new."escrowId" and "heldBy" = 'ledger' and "currency" = 'XRP') then
    raise exception 'escrow % is held by the XRP Ledger, and cannot be divided', new."escrowId";
  end if;
  return new;
end $$;
create trigger "division_of_xrp" before insert on "division" for each row
  when (new."buyerAmount" > 0) execute function "xrp_is_not_divided"();
create trigger "dispute_of_xrp" before update of "decision" on "dispute" for each row
  when (new."buyerAmount" > 0 and new."sellerAmount" > 0) execute function "xrp_is_not_divided"();

-- As before; a held escrow is over when the ledger holds nothing of it.
create or replace function "open_work_of"("person" uuid) returns table ("kind" text, "subject" text) language plpgsql as $$
begin
  return query
    select 'escrow'::text, e."transactionId" from "escrow" e cross join lateral (
      select coalesce(sum(p."amount") filter (where p."state" = 'confirmed'), 0) as "paid",
        count(*) filter (where p."state" <> 'confirmed') as "moving"
      from "payout" p where p."escrowId" = e."id") out
    where (e."buyerId" = person or e."sellerId" = person) and case e."heldBy"
      when 'ledger' then exists (select 1 from "hold_lock" l where l."escrowId" = e."id" and l."end" is null)
        or (e."cancelledAt" is null and not exists (select 1 from "hold_lock" l where l."escrowId" = e."id" and l."counts"))
      else out."moving" > 0 or e."receivedAmount" - out."paid" > 0.0000001 or (e."cancelledAt" is null and out."paid" = 0) end
    order by e."createdAt";
  return query
    select 'fee'::text, q."reference"::text from "fee_quote" q
    where q."userId" = person and q."state" = 'open' and exists (
      select 1 from "ledger_payment" p where p."feeQuoteId" = q."id" and p."problem" is null);
  return query
    -- One after the other, by their indexes: "offset 0" keeps the planner from reading all cases instead.
    select 'case'::text, c."id"::text from (
      select k."id", k."closedAt" from "fee_quote" q
        cross join lateral (select * from "payment_case" where "feeQuoteId" = q."id" offset 0) k
        where q."userId" = person
      union
      select k."id", k."closedAt" from "fee_quote" q
        cross join lateral (select "id" from "ledger_payment" where "feeQuoteId" = q."id" offset 0) p
        cross join lateral (select * from "payment_case" where "ledgerPaymentId" = p."id" offset 0) k
        where q."userId" = person
      union
      select k."id", k."closedAt" from "escrow" e
        cross join lateral (select "id" from "ledger_payment" where "escrowId" = e."id" offset 0) p
        cross join lateral (select * from "payment_case" where "ledgerPaymentId" = p."id" offset 0) k
        where e."buyerId" = person
    ) c
    where c."closedAt" is null
      or exists (select 1 from "payout" o where o."caseId" = c."id" and o."state" <> 'confirmed');
  return query
    select 'check'::text, ''::text where exists (
      select 1 from "screening_review" r where r."personId" = person and r."state" not in ('false_match', 'true_match'));
end $$;

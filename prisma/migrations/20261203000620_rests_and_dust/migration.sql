-- An excess below this costs more to send than it is worth, and is not owed back (docs/decisions/131; domain/ledger-payments/rest).
create function "least_owed"("of_asset" "Asset") returns numeric immutable language sql as $$ select 0.001 $$;

-- As before, but what may be lowered once money has arrived.
create or replace function "keep_escrow_terms"() returns trigger language plpgsql as $$
begin
  if (new."transactionId", new."buyerId", new."currency", new."account", new."reference")
      is distinct from (old."transactionId", old."buyerId", old."currency", old."account", old."reference") then
    raise exception 'escrow % keeps its terms', old."transactionId";
  end if;
  if (new."amount", new."notes", new."terms", new."walletAddress", new."walletMemo")
      is distinct from (old."amount", old."notes", old."terms", old."walletAddress", old."walletMemo")
    and (old."verifiedAt" is not null or old."cancelledAt" is not null or not (
      -- The buyer corrects it, while nothing has arrived and no seller is bound.
      old."receivedAmount" = 0 and old."sellerId" is null and new."correctedAt" is distinct from old."correctedAt"
        and not (old."heldBy" = 'ledger'
          and exists (select 1 from "hold_agreement" where "escrowId" = old."id" and "supersededAt" is null))
      or (new."notes", new."terms", new."walletAddress", new."walletMemo")
          is not distinct from (old."notes", old."terms", old."walletAddress", old."walletMemo")
        and new."amount" < old."amount" and new."amount" >= old."receivedAmount" and (
          -- The buyer takes what has arrived, where a small rest is missing and no seller is bound.
          old."sellerId" is null and old."heldBy" <> 'ledger' and new."correctedAt" is distinct from old."correctedAt"
            and new."amount" = old."receivedAmount" and new."amount" >= old."amount" * 0.98
          -- Both sides have lowered it, to no less than what has arrived.
          or exists (
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
    elsif new."amount" > 0.0000001 + new."receivedAmount" then
      raise exception 'escrow % has not received its amount', old."transactionId";
    end if;
  end if;
  return new;
end $$;

-- As before, but what is not owed keeps no account open.
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
      else out."moving" > 0 or e."receivedAmount" - out."paid" >= "least_owed"(e."currency") or (e."cancelledAt" is null and out."paid" = 0) end
    order by e."createdAt";
  return query
    select 'fee'::text, q."reference"::text from "fee_quote" q
    where q."userId" = person and q."state" = 'open' and q."receivedAmount" >= "least_owed"(q."asset");
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

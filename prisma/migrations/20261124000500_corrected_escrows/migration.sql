-- Until anything counts for it, a seller is bound or it ends, a buyer may correct what an escrow says. Its currency, account and
-- reference stay as they are: a payment request that somebody has in hand leads to this escrow, whatever its amount is by then.
-- A correction carries its time, so a form that was shown before it can be told apart.
alter table "escrow" add column "correctedAt" timestamptz(3);

create or replace function "keep_escrow_terms"() returns trigger language plpgsql as $$
begin
  if (new."transactionId", new."buyerId", new."currency", new."account", new."reference")
      is distinct from (old."transactionId", old."buyerId", old."currency", old."account", old."reference") then
    raise exception 'escrow % keeps its terms', old."transactionId";
  end if;
  if (new."amount", new."notes", new."terms", new."walletAddress", new."walletMemo")
      is distinct from (old."amount", old."notes", old."terms", old."walletAddress", old."walletMemo")
    and (old."sellerId" is not null or old."verifiedAt" is not null or old."cancelledAt" is not null
      or old."receivedAmount" > 0 or new."correctedAt" is not distinct from old."correctedAt"
      or exists (select 1 from "ledger_payment" where "escrowId" = old."id" and "problem" is null)) then
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

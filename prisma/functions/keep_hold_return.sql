-- The buyer asks for the early return of a lock that does not count, at most five times in 24 hours; it does not change once ended. Asking,
-- signing and sending need may_be_returned, sending also the lease and no party with a confirmed match. It ends as taken only if the lock
-- has ended, and as withdrawn only if it is unsigned (docs/decisions/124).
create or replace function "keep_hold_return"() returns trigger language plpgsql as $$
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

-- The buyer requests the early return of a deposit that does not count, at most five times in 24 hours. Requesting, signing and sending need may_be_returned,
-- sending also the lease and no party with a confirmed match. It is "taken" only if the deposit has ended (decision 118).
create or replace function "keep_hold_return"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  -- The worker's polls take no lock on the escrow.
  if tg_op = 'UPDATE' and not "differ"(old, new, 'lookAt') then
    return new;
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'INSERT' then
    perform "public"."refuse_if"(new."askedById" <> e."buyerId", format('only its buyer asks for a return of escrow %s', e."transactionId"));
    perform "public"."refuse_if"((select count(*) from "hold_return" where "escrowId" = e."id" and "offeredAt" > new."offeredAt" - interval '24 hours') >= 5,
      format('escrow %s has had its returns of a day', e."transactionId"));
    perform "may_be_returned"(new."lockId", new."validUntil");
    return new;
  end if;
  if old."signedAt" is null and new."signedAt" is not null then
    perform "may_be_returned"(new."lockId", new."validUntil");
  end if;
  if old."sentAt" is null and new."sentAt" is not null then
    perform "may_be_returned"(new."lockId", new."validUntil");
    perform "lease_is_held"(new."network", new."leaseEpoch");
    perform "public"."refuse_if"((select "held_party_of_agreement"(l."agreementId", true) from "hold_lock" l where l."id" = new."lockId") is not null,
      format('a party of escrow %s is on a list', e."transactionId"));
  end if;
  -- Only the ledger decides whether it took the return.
  perform "public"."refuse_if"(new."end" = 'taken' and not exists (select 1 from "hold_lock" where "id" = new."lockId" and "end" is not null),
    format('the ledger does not say that return %s was taken', old."id"));
  return new;
end $$;

create trigger "hold_return_keep" before insert or update on "hold_return" for each row execute function "keep_hold_return"();

-- The seller who is bound asks for another wallet while nothing is funded, at most three times for an escrow, since nothing is offered to
-- the buyer meanwhile. A request ends once and is never deleted (docs/decisions/120).
create or replace function "keep_hold_wallet_change"() returns trigger language plpgsql as $$
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

-- What a wallet is asked to sign is stored first, offered once, and only ended afterwards; it is never deleted. Offering needs a current
-- agreement that is open, an escrow neither funded nor over, and no pending request for another wallet. At most 20 are offered in 24 hours
-- (docs/decisions/120).
create or replace function "keep_hold_draft"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  a "hold_agreement"%rowtype;
begin
  if tg_op = 'DELETE' then
    raise exception 'what was offered is never deleted';
  end if;
  if tg_op = 'UPDATE' and old."offeredAt" is not null then
    if (to_jsonb(new) - 'endedAt') <> (to_jsonb(old) - 'endedAt')
        or (old."endedAt" is not null and new."endedAt" is distinct from old."endedAt") then
      raise exception 'draft % stays as it was offered', old."id";
    end if;
    return new;
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  select * into strict a from "hold_agreement" where "id" = new."agreementId";
  if tg_op = 'INSERT' then
    if (new."network" = 'xrpl') <> (e."currency" = 'XRP') then
      raise exception 'draft % is not of this ledger', new."id";
    end if;
    if new."endedAt" is not null or (new."network" = 'xrpl' and new."offeredAt" is not null) then
      raise exception 'a draft begins with what opens it';
    end if;
  elsif (to_jsonb(new) - array['offeredAt', 'sequence', 'lastLedger', 'validUntil'])
      <> (to_jsonb(old) - array['offeredAt', 'sequence', 'lastLedger', 'validUntil']) then
    raise exception 'draft % stays as it was made', old."id";
  end if;
  if a."supersededAt" is not null or a."closedAt" is not null or e."cancelledAt" is not null or e."verifiedAt" is not null then
    raise exception 'nothing is offered any more for agreement %', a."id";
  end if;
  if new."offeredAt" is null then
    return new;
  end if;
  if a."openedAt" is null then
    raise exception 'agreement % is not ready', a."id";
  end if;
  if exists (select 1 from "hold_wallet_change" where "escrowId" = e."id" and "endedAt" is null and "until" > new."offeredAt") then
    raise exception 'another wallet was asked for in the place of that of agreement %', a."id";
  end if;
  if (select count(*) from "hold_draft" where "agreementId" = a."id" and "offeredAt" > new."offeredAt" - interval '24 hours') >= 20 then
    raise exception 'agreement % has had its drafts of a day', a."id";
  end if;
  return new;
end $$;

create trigger "hold_draft_keep" before insert or update or delete on "hold_draft" for each row execute function "keep_hold_draft"();

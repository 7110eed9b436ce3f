-- Claimable money stays as it was found and is never deleted. Claims, looks and its end are written; end and taker once
-- (docs/decisions/126).
create or replace function "keep_claimable_money"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'what lay on a ledger for us is kept';
  end if;
  if (to_jsonb(new) - array['claims', 'nextClaimAt', 'nextLookAt', 'endedAt', 'takenBy'])
     <> (to_jsonb(old) - array['claims', 'nextClaimAt', 'nextLookAt', 'endedAt', 'takenBy']) then
    raise exception 'what lies on a ledger under % stays as it was found', old."ledgerId";
  end if;
  if old."endedAt" is not null and new."endedAt" is distinct from old."endedAt"
     or old."takenBy" is not null and new."takenBy" is distinct from old."takenBy" then
    raise exception 'what lay on a ledger under % is gone', old."ledgerId";
  end if;
  return new;
end $$;

create trigger "claimable_money_stays" before update or delete on "claimable_money"
  for each row execute function "keep_claimable_money"();

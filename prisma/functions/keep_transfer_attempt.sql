-- Keeps what our keys signed (transfer_attempt): it is stored live, before it is sent, and never deleted, since it may be on the ledger.
-- Only state, code, closedAt and feePaid change, and only while it is live.
create or replace function "keep_transfer_attempt"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'envelopes are never deleted';
  end if;
  if tg_op = 'INSERT' then
    if new."state" <> 'live' then
      raise exception 'an envelope is stored before it is sent';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - array['state', 'code', 'closedAt', 'feePaid'])
     <> (to_jsonb(old) - array['state', 'code', 'closedAt', 'feePaid']) then
    raise exception 'envelope % stays as it was signed', old."hash";
  end if;
  if old."state" <> 'live' and new is distinct from old then
    raise exception 'envelope % is closed', old."hash";
  end if;
  return new;
end $$;

create trigger "transfer_attempt_keep" before insert or update or delete on "transfer_attempt"
  for each row execute function "keep_transfer_attempt"();

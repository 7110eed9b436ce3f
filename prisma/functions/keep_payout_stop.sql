-- Keeps stops of payouts (decision 020): never deleted; only endedAt, endedById and endReason change, and only while the stop is open.
create or replace function "keep_payout_stop"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'stops of payouts are never deleted';
  end if;
  if old."endedAt" is not null
     or (to_jsonb(new) - array['endedAt', 'endedById', 'endReason'])
        <> (to_jsonb(old) - array['endedAt', 'endedById', 'endReason']) then
    raise exception 'stop % stays what it is', old."id";
  end if;
  return new;
end $$;

create trigger "payout_stop_keep" before update or delete on "payout_stop"
  for each row execute function "keep_payout_stop"();

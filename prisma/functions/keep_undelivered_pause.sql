-- Keeps the pauses of deadlines for undelivered letters (decisions 100, 109): never deleted; only endedAt is written, once.
create or replace function "keep_undelivered_pause"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'pauses are never deleted';
  end if;
  if old."endedAt" is not null or (to_jsonb(new) - array['endedAt']) <> (to_jsonb(old) - array['endedAt']) then
    raise exception 'the pause of escrow % stays what it is', old."escrowId";
  end if;
  return new;
end $$;

create trigger "undelivered_pause_kept" before update or delete on "undelivered_pause"
  for each row execute function "keep_undelivered_pause"();

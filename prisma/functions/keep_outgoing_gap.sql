-- A gap in the numbers of an account of ours stays as it was found and is never deleted. Its end is written once (docs/decisions/019).
create or replace function "keep_outgoing_gap"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'gaps are never deleted';
  end if;
  if old."endedAt" is not null or (to_jsonb(new) - array['endedAt', 'endedById', 'reason'])
      <> (to_jsonb(old) - array['endedAt', 'endedById', 'reason']) then
    raise exception 'gap % stays what it is', old."id";
  end if;
  return new;
end $$;

create trigger "outgoing_gap_keep" before update or delete on "outgoing_gap"
  for each row execute function "keep_outgoing_gap"();

-- A notice begins standing and is never deleted. Its withdrawal and one more round that the buyer allows are written once, nothing after a
-- withdrawal. A new one locks the escrow (docs/decisions/077, 078).
create or replace function "keep_examination"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'notices are never deleted';
  end if;
  if tg_op = 'INSERT' then
    perform 1 from "escrow" where "id" = new."escrowId" for update;
    if new."withdrawnAt" is not null or new."roundAllowedAt" is not null then
      raise exception 'a notice begins standing';
    end if;
    return new;
  end if;
  if old."withdrawnAt" is not null
      or (old."roundAllowedAt" is not null and new."roundAllowedAt" is distinct from old."roundAllowedAt")
      or (to_jsonb(new) - array['withdrawnAt', 'roundAllowedAt']) <> (to_jsonb(old) - array['withdrawnAt', 'roundAllowedAt']) then
    raise exception 'notice % stays what it is', old."id";
  end if;
  return new;
end $$;

create trigger "examination_keep" before insert or update or delete on "examination"
  for each row execute function "keep_examination"();

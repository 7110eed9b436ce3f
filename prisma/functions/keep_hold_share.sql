-- A share that was set aside has the amount of its side in a confirmed way out. That it was taken is written once; it is never deleted
-- (docs/decisions/118).
create or replace function "keep_hold_share"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'shares that were set aside are never deleted';
  end if;
  if tg_op = 'INSERT' then
    perform 1 from "hold_exit" x where x."id" = new."exitId" and x."state" = 'confirmed'
      and new."amount" = case new."side" when 'seller' then x."toSeller" else x."toBuyer" end;
    if not found or new."takenAt" is not null then
      raise exception 'settlement % has not set this aside', new."exitId";
    end if;
    return new;
  end if;
  if (to_jsonb(new) - array['takenAt', 'takenBy']) <> (to_jsonb(old) - array['takenAt', 'takenBy']) or old."takenAt" is not null then
    raise exception 'share % stays what it is', old."balanceId";
  end if;
  return new;
end $$;

create trigger "hold_share_keep" before insert or update or delete on "hold_share" for each row execute function "keep_hold_share"();

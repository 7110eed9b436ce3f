-- A dispute is opened while the escrow's money is there and not decided about (escrow_must_be_open). It is never deleted, keeps who opened
-- it, why and when, and does not change once it is decided (docs/decisions/007).
create or replace function "keep_dispute"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'disputes are never deleted';
  end if;
  if tg_op = 'INSERT' then
    perform "escrow_must_be_open"(new."escrowId");
    return new;
  end if;
  if old."decision" is not null and new is distinct from old then
    raise exception 'dispute % is decided', old."id";
  end if;
  if (new."escrowId", new."openedById", new."reason", new."openedAt")
      is distinct from (old."escrowId", old."openedById", old."reason", old."openedAt") then
    raise exception 'dispute % stays what it is', old."id";
  end if;
  return new;
end $$;

create trigger "dispute_keep" before insert or update or delete on "dispute" for each row execute function "keep_dispute"();

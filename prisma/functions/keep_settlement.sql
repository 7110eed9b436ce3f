-- A settlement stays what it is. It dies once, of what a ledger holds, and not while a way out of it is on its way or once one has carried it out
-- (docs/decisions/142).
create or replace function "keep_settlement"() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or (to_jsonb(new) - 'deadAt') <> (to_jsonb(old) - 'deadAt') or old."deadAt" is not null or new."deadAt" is null then
    raise exception 'rows of % stay what they are', tg_table_name;
  end if;
  perform 1 from "escrow" where "id" = old."escrowId" and "heldBy" = 'ledger' for update;
  if not found or exists (select 1 from "hold_exit" where "settlementId" = old."id" and "state" <> 'dead') then
    raise exception 'settlement % is carried out', old."id";
  end if;
  return new;
end $$;

create trigger "settlement_keep" before update or delete on "settlement" for each row execute function "keep_settlement"();

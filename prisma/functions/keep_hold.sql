-- The row of "hold" of a ledger-held escrow is never changed or deleted. Its deadline lies after its creation (docs/decisions/087).
create or replace function "keep_hold"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  if tg_op <> 'INSERT' then
    raise exception 'rows of % stay what they are', tg_table_name;
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  if e."heldBy" <> 'ledger' then
    raise exception 'escrow % is held by Quayside', e."transactionId";
  end if;
  if new."deadline" <= new."createdAt" then
    raise exception 'the date of escrow % has passed', e."transactionId";
  end if;
  return new;
end $$;

create trigger "hold_keep" before insert or update or delete on "hold" for each row execute function "keep_hold"();

-- A ledger-held escrow is agreed to with a deadline after its creation (decision 087).
create or replace function "keep_hold"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  if e."heldBy" <> 'ledger' then
    raise exception 'escrow % is held by Quayside', e."transactionId";
  end if;
  if new."deadline" <= new."createdAt" then
    raise exception 'the date of escrow % has passed', e."transactionId";
  end if;
  return new;
end $$;

create trigger "hold_keep" before insert on "hold" for each row execute function "keep_hold"();

-- The deadline of a ledger-held escrow is after its creation (decision 087).
create or replace function "keep_hold"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  perform "public"."refuse_if"(e."heldBy" <> 'ledger', format('escrow %s is held by Quayside', e."transactionId"));
  perform "public"."refuse_if"(new."deadline" <= new."createdAt", format('the date of escrow %s has passed', e."transactionId"));
  return new;
end $$;

create trigger "hold_keep" before insert on "hold" for each row execute function "keep_hold"();

-- Refuses a payout of an escrow that a ledger holds: Quayside does not have the money (decision 087).
create or replace function "payout_is_of_quayside"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "escrow" where "id" = new."escrowId" and "heldBy" = 'ledger') then
    raise exception 'escrow % is held by the ledger', new."escrowId";
  end if;
  return new;
end $$;

create trigger "payout_is_of_quayside" before insert or update of "escrowId" on "transfer" for each row
  when (new."escrowId" is not null) execute function "payout_is_of_quayside"();

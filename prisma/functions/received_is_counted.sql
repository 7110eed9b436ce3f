-- At commit a ledger-held escrow has received its amount if one of its deposits counts, otherwise 0 (decision 087).
create or replace function "received_is_counted"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (
    select 1 from "escrow" where "id" = new."id" and "receivedAmount" <>
      case when exists (select 1 from "hold_lock" where "escrowId" = new."id" and "counts") then "amount" else 0 end
  ), format('escrow %s has not received what is locked for it', new."id"));
  return null;
end $$;

create constraint trigger "escrow_received_is_locked" after insert or update of "receivedAmount" on "escrow"
  deferrable initially deferred for each row when (new."heldBy" = 'ledger') execute function "received_is_counted"();

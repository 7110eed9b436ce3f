-- At commit a new ledger-held escrow has its row of "hold" (docs/decisions/087).
create or replace function "held_escrow_has_hold"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(not exists (select 1 from "hold" where "escrowId" = new."id"),
    format('escrow %s is held by the ledger, and nobody agreed how', new."transactionId"));
  return null;
end $$;

create constraint trigger "escrow_has_hold" after insert on "escrow" deferrable initially deferred for each row
  when (new."heldBy" = 'ledger') execute function "held_escrow_has_hold"();

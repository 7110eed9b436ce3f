-- At commit a deposit that counts has funded its escrow (decision 087): verifiedAt is set, realTxId is its hash, the whole amount is received.
create or replace function "lock_funds_escrow"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(not exists (
    select 1 from "escrow" where "id" = new."escrowId" and "verifiedAt" is not null and "realTxId" = new."hash"
      and "receivedAmount" = "amount"
  ), format('lock %s counts, and its escrow is not funded', new."hash"));
  return null;
end $$;

create constraint trigger "hold_lock_funds_escrow" after insert or update of "counts" on "hold_lock"
  deferrable initially deferred for each row when (new."counts") execute function "lock_funds_escrow"();

-- At commit refuses transfers under way of an ended on-chain deposit; a settlement that no transfer carried out fails (decisions 087, 142).
create or replace function "end_of_lock_ends_exits"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (select 1 from "transfer" where "lockId" = new."id" and "state" in ('collecting', 'ready', 'submitted')),
    format('lock %s has ended, and a way out of it is on its way', new."hash"));
  update "settlement" s set "deadAt" = new."endedAt" where "escrowId" = new."escrowId" and "deadAt" is null and new."counts"
    and not exists (select 1 from "transfer" where "settlementId" = s."id" and "state" <> 'dead');
  return null;
end $$;

create constraint trigger "hold_lock_ends_exits" after update of "end" on "hold_lock"
  deferrable initially deferred for each row when (new."end" is not null) execute function "end_of_lock_ends_exits"();

-- A keeper's signed transaction for a way out needs what way_out_may_be_helped asks for. Only a finish on the XRP Ledger is Quayside's own
-- decision and needs a clearance as well (docs/decisions/119).
create or replace function "attempt_helps_nobody_held"() returns trigger language plpgsql as $$
begin
  perform "way_out_may_be_helped"(new."exitId", new."createdAt", new."purpose" = 'finish');
  return new;
end $$;

create trigger "transfer_attempt_may_be_helped" before insert on "transfer_attempt" for each row
  when (new."purpose" in ('wrap', 'finish', 'cancel')) execute function "attempt_helps_nobody_held"();

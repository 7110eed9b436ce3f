-- receivedAmount of an escrow that Quayside holds, a fee quote or its quote window is the sum of payments (decision 096). Refuses a new row that does not begin
-- with 0, and changes outside of another trigger (add_up_payments, add_up_judged_payments).
create or replace function "only_payments_add_up"() returns trigger language plpgsql as $$
begin
  -- Inside a trigger of ledger_payment this one runs at depth 2.
  perform "public"."refuse_if"((case tg_op when 'INSERT' then new."receivedAmount" <> 0
      else new."receivedAmount" <> old."receivedAmount" and pg_trigger_depth() < 2 end),
    format('%s %s has not received the sum of its payments', tg_table_name, new."id"));
  return new;
end $$;

create trigger "escrow_received_is_added_up" before insert or update of "receivedAmount" on "escrow"
  for each row when (new."heldBy" = 'quayside') execute function "only_payments_add_up"();

create trigger "fee_quote_received_is_added_up" before insert or update of "receivedAmount" on "fee_quote"
  for each row execute function "only_payments_add_up"();

create trigger "fee_quote_lock_received_is_added_up" before update of "receivedAmount" on "fee_quote_lock"
  for each row execute function "only_payments_add_up"();

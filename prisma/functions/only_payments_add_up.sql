create or replace function "only_payments_add_up"() returns trigger language plpgsql as $$
begin
  -- Within the trigger of a payment this one is the second.
  if (case tg_op when 'INSERT' then new."receivedAmount" <> 0
      else new."receivedAmount" <> old."receivedAmount" and pg_trigger_depth() < 2 end) then
    raise exception '% % has not received the sum of its payments', tg_table_name, new."id";
  end if;
  return new;
end $$;

create trigger "escrow_received_is_added_up" before insert or update of "receivedAmount" on "escrow"
  for each row when (new."heldBy" = 'quayside') execute function "only_payments_add_up"();

create trigger "fee_quote_received_is_added_up" before insert or update of "receivedAmount" on "fee_quote"
  for each row execute function "only_payments_add_up"();

create trigger "fee_quote_lock_received_is_added_up" before update of "receivedAmount" on "fee_quote_lock"
  for each row execute function "only_payments_add_up"();

-- A new quote window begins with what counts for its quote in ledgers that closed before the window expires (decision 096).
create or replace function "count_arrived_before_lock"() returns trigger language plpgsql as $$
begin
  select q."receivedAmount" - coalesce((select sum("amount") from "ledger_payment"
      where "feeQuoteId" = q."id" and "problem" is null and "closedAt" > new."expiresAt"), 0)
    into strict new."receivedAmount" from "fee_quote" q where q."id" = new."feeQuoteId" for update;
  return new;
end $$;

create trigger "fee_quote_lock_arrived_before" before insert on "fee_quote_lock"
  for each row execute function "count_arrived_before_lock"();

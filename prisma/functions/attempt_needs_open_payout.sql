-- Nothing is signed for a payout that another transaction is said to have paid (paid_elsewhere; docs/decisions/019).
create or replace function "attempt_needs_open_payout"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "outgoing_transaction" where "payoutId" = new."payoutId" and "explanation" = 'paid_elsewhere') then
    raise exception 'payout % was paid elsewhere', new."payoutId";
  end if;
  return new;
end $$;

create trigger "transfer_attempt_needs_open_payout" before insert on "transfer_attempt"
  for each row when (new."purpose" = 'payout') execute function "attempt_needs_open_payout"();

-- Refuses an escrow whose buyer's account is closed, and a seller whose account is closed (decision 064).
create or replace function "parties_are_not_closed"() returns trigger language plpgsql as $$
begin
  perform "refuse_for_closed"(new."buyerId");
  if tg_op = 'INSERT' or new."sellerId" is distinct from old."sellerId" then perform "refuse_for_closed"(new."sellerId"); end if;
  return new;
end $$;

create trigger "escrow_of_nobody_closed" before insert or update of "buyerId", "sellerId" on "escrow"
  for each row execute function "parties_are_not_closed"();

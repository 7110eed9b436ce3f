-- No dispute is opened once the refund of the escrow is open: its money is the buyer's (docs/decisions/073).
create or replace function "dispute_needs_closed_refund"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "escrow" where "id" = new."escrowId" and "refundOpenedAt" is not null) then
    raise exception 'the refund of escrow % is open to its buyer', new."escrowId";
  end if;
  return new;
end $$;

create trigger "dispute_needs_closed_refund" before insert on "dispute"
  for each row execute function "dispute_needs_closed_refund"();

-- No dispute is opened once the escrow's refund is open: the money is the buyer's (decision 072).
create or replace function "dispute_needs_closed_refund"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (select 1 from "escrow" where "id" = new."escrowId" and "refundOpenedAt" is not null),
    format('the refund of escrow %s is open to its buyer', new."escrowId"));
  return new;
end $$;

create trigger "dispute_needs_closed_refund" before insert on "dispute"
  for each row execute function "dispute_needs_closed_refund"();

-- Sets remindAt of the escrow 24 hours ahead when its dispute is decided, or its refund is requested or answered.
create or replace function "remind_of_escrow_in_a_day"() returns trigger language plpgsql as $$
begin
  update "escrow" set "remindAt" = now() + interval '24 hours' where "id" = new."escrowId";
  return null;
end $$;

create trigger "dispute_remind" after update of "decision" on "dispute"
  for each row execute function "remind_of_escrow_in_a_day"();

create trigger "refund_request_remind" after insert or update of "answer" on "refund_request"
  for each row execute function "remind_of_escrow_in_a_day"();

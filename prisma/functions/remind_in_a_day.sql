-- Sets remindAt of a new escrow or fee quote 24 hours ahead, and of an escrow when something changes of which somebody may be reminded.
create or replace function "remind_in_a_day"() returns trigger language plpgsql as $$
begin
  new."remindAt" := now() + interval '24 hours';
  return new;
end $$;

create trigger "escrow_remind_of_change" before update of
  "sellerEmail", "sellerId", "verifiedAt", "confirmedAt", "documentApprovalStatus", "decidedAt", "cancelledAt"
  on "escrow" for each row execute function "remind_in_a_day"();

create trigger "escrow_remind_of_new" before insert on "escrow" for each row execute function "remind_in_a_day"();

create trigger "fee_quote_remind_of_new" before insert on "fee_quote" for each row execute function "remind_in_a_day"();

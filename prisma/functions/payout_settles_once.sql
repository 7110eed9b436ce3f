-- Release and refund together are the amount at most, however much came in: both can only be shares of one split. A second
-- one of a kind is refused by payout_one_settlement.
create or replace function "payout_settles_once"() returns trigger language plpgsql as $$
declare
  whole numeric;
begin
  select "amount" into whole from "escrow" where "id" = new."escrowId" for update;
  if new."purpose" in ('release', 'refund') and new."amount" + coalesce(
    (select sum("amount") from "payout"
     where "escrowId" = new."escrowId" and "purpose" in ('release', 'refund') and "purpose" <> new."purpose"), 0
  ) > whole then
    raise exception 'escrow % is settled', new."escrowId";
  end if;
  return new;
end $$;

create trigger "payout_settles_once" before insert on "payout" for each row execute function "payout_settles_once"();

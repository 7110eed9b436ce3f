-- Release and refund of an escrow are together at most its amount, however much came in: both exist only as shares of one division (decisions 007, 079).
-- The unique index payout_one_settlement refuses a second one of a kind.
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

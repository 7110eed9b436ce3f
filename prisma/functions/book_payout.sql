-- Books a confirmed payout: its amount leaves its account and ends its claim; its network fee is our cost. A commission leaves our own money; until then its
-- amount in US dollars is owed to the reseller (decision 027).
create or replace function "book_payout"() returns trigger language plpgsql as $$
declare
  place text := "place_of_payout"(new);
  claim text := case when new."resellerPayoutId" is not null then 'commission_paid'
    else coalesce("claim_of_case"(new."caseId"), 'escrow:' || new."escrowId") end;
  payer text := coalesce(
    (select "source" from "transfer_attempt" where "payoutId" = new."id" and "state" = 'settled'),
    (select "facts"->>'feeAccount' from "outgoing_transaction"
      where "payoutId" = new."id" and "explanation" = 'paid_elsewhere' and "network" = new."network"),
    place);
  r "reseller_payout"%rowtype;
begin
  perform "book"('payout', new."id"::text, new."settledHash", coalesce(new."settledAt", now()), new."network",
    new."asset"::text, place, claim, 'ledger:' || new."network" || ':' || place, new."amount");
  perform "book_network_fee"(new."settledHash", coalesce(new."settledAt", now()), new."network", payer, new."feePaid");
  if new."resellerPayoutId" is not null then
    select * into strict r from "reseller_payout" where "id" = new."resellerPayoutId";
    perform "book"('commission_settled', r."id"::text, new."settledHash", coalesce(new."settledAt", now()), null, 'USD', null,
      'commission:' || r."resellerId", 'commission_paid', r."amountUsd");
  end if;
  return null;
end $$;

create trigger "payout_book" after update of "state" on "transfer" for each row
  when (new."lockId" is null and new."state" = 'confirmed' and old."state" <> 'confirmed') execute function "book_payout"();

-- Books new payments per statement: the receiving account gets, the claim (claim_of) gives. Other assets are not booked (decision 096).
create or replace function "book_stored_payments"() returns trigger language plpgsql as $$
begin
  with "entry" as (
    insert into "book_entry" ("kind", "fact", "hash", "at")
      select 'payment', "id"::text, "hash", "closedAt" from "stored" where "asset" is not null order by "closedAt", "id"
      on conflict ("kind", "fact") do nothing returning "id", "fact")
  insert into "book_posting" ("entryId", "side", "account", "network", "asset", "heldAt", "units")
    select e."id", side."name", case side."name" when 'gets' then 'ledger:' || p."network" || ':' || p."toAddress" else side."claim" end,
      p."network", p."asset"::text::"BookAsset", p."toAddress", case side."name" when 'gets' then side."units" else -side."units" end
    from "entry" e join "stored" p on p."id"::text = e."fact",
      lateral (select "name", "units_of"(p."amount", p."asset"::text) as "units",
        "claim_of"(row(p.*)::"ledger_payment") as "claim" from (values ('gets'), ('gives')) v ("name")) side
    where side."units" <> 0;
  return null;
end $$;

create trigger "ledger_payment_book_stored" after insert on "ledger_payment" referencing new table as "stored"
  for each statement execute function "book_stored_payments"();

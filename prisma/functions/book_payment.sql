-- Books once for each payment that it moves from one claim to another (claim_of). Assets that we do not settle in are not booked.
create or replace function "book_payment"() returns trigger language plpgsql as $$
begin
  if "claim_of"(new) <> "claim_of"(old) then
    perform "public"."refuse_if"(not "book"('payment_counted', new."id"::text, new."hash", now(), new."network", new."asset"::text, new."toAddress",
      "claim_of"(old), "claim_of"(new), new."amount"), format('payment %s was counted', new."hash"));
  end if;
  return null;
end $$;

create trigger "ledger_payment_book" after update of "problem", "escrowId", "feeQuoteId", "toFloat" on "ledger_payment"
  for each row when (new."asset" is not null) execute function "book_payment"();

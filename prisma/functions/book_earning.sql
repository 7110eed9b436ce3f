-- Books a commission in US dollars: our cost, owed to its reseller. The fact has hash and buyer: one transaction may pay several buyers' fees (decision 096).
create or replace function "book_earning"() returns trigger language plpgsql as $$
begin
  perform "book"('commission', new."paymentHash" || ':' || new."buyerUid", new."paymentHash", new."createdAt", null, 'USD', null,
    'commission_cost', 'commission:' || new."resellerId", new."commissionUSD");
  return null;
end $$;

create trigger "reseller_earning_book" after insert on "reseller_earning" for each row execute function "book_earning"();

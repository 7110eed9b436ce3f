-- Books a service fee (book_fee) at commit, when its payments and its case are stored.
create or replace function "book_fee_payment"() returns trigger language plpgsql as $$
begin
  perform "book_fee"(new);
  return null;
end $$;

create constraint trigger "fee_payment_book" after insert on "fee_payment"
  deferrable initially deferred for each row execute function "book_fee_payment"();

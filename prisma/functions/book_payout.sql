-- Books a payout (book_paid) when it becomes confirmed.
create or replace function "book_payout"() returns trigger language plpgsql as $$
begin
  perform "book_paid"(new);
  return null;
end $$;

create trigger "payout_book" after update of "state" on "payout" for each row
  when (new."state" = 'confirmed' and old."state" <> 'confirmed') execute function "book_payout"();

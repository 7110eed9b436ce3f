-- Entries and postings of the books, openings of accounts and reconciliations are never changed or deleted.
create or replace function "keep_books"() returns trigger language plpgsql as $$
begin
  raise exception 'what is booked is never changed or deleted';
end $$;

create trigger "account_opening_keep" before update or delete on "account_opening" for each row execute function "keep_books"();

create trigger "account_opening_keep_all" before truncate on "account_opening" for each statement execute function "keep_books"();

create trigger "book_entry_keep" before update or delete on "book_entry" for each row execute function "keep_books"();

create trigger "book_entry_keep_all" before truncate on "book_entry" for each statement execute function "keep_books"();

create trigger "book_posting_keep" before update or delete on "book_posting" for each row execute function "keep_books"();

create trigger "book_posting_keep_all" before truncate on "book_posting" for each statement execute function "keep_books"();

create trigger "opening_payment_keep" before update or delete on "opening_payment" for each row execute function "keep_books"();

create trigger "opening_payment_keep_all" before truncate on "opening_payment" for each statement execute function "keep_books"();

create trigger "reconciliation_keep" before update or delete on "reconciliation" for each row execute function "keep_books"();

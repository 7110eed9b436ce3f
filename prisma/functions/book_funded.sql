-- Books the shortfall of an escrow (book_made_up) when it becomes funded.
create or replace function "book_funded"() returns trigger language plpgsql as $$
begin
  perform "book_made_up"(new);
  return null;
end $$;

create trigger "escrow_book_funded" after update of "verifiedAt" on "escrow" for each row
  when (old."verifiedAt" is null and new."verifiedAt" is not null) execute function "book_funded"();

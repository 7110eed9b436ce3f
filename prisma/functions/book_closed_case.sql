-- As before; what a case's money was owed by ends when it is paid, and not when the case is closed.
create or replace function "book_closed_case"() returns trigger language plpgsql as $$
begin
  if new."end" is null or new."end" = 'by_hand' then
    perform "book_case_end"(new);
  end if;
  return null;
end $$;

create constraint trigger "payment_case_book" after update of "closedAt" on "payment_case"
  deferrable initially deferred for each row
  when (old."closedAt" is null and new."closedAt" is not null and new."closedById" is not null)
  execute function "book_closed_case"();

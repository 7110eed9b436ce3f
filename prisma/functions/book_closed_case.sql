-- Books the end of a case that a person closes, at commit, when it is known what its payment counts for. Money that is kept stays owed;
-- money that is paid back is owed until its payout is confirmed (docs/decisions/025).
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

-- Refuses to book by hand an unexplained or foreign transaction that fits a case and is neither linked nor denied: it may have paid that case (decision 098).
create or replace function "by_hand_leaves_no_case"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (
    select 1 from "outgoing_transaction" t, "unanswered_cases"(t."id")
    where t."hash" = new."hash" and (t."explanation" is null or t."explanation" = 'foreign')
  ), format('transaction %s may have paid out the money of a case', new."hash"));
  return new;
end $$;

create trigger "book_entry_leaves_no_case" before insert on "book_entry"
  for each row when (new."kind" = 'by_hand') execute function "by_hand_leaves_no_case"();

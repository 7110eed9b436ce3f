-- A booked entry with postings has exactly two, which sum to zero, of one asset, network and holding account.
create or replace function "entry_balances"() returns trigger language plpgsql as $$
declare
  entry bigint;
begin
  select p."entryId" into entry from "book_posting" p where p."entryId" in (select "entryId" from "posted")
    group by p."entryId"
    having count(*) <> 2 or sum(p."units") <> 0 or count(distinct p."asset") <> 1
      or count(distinct p."network") > 1 or count(distinct p."heldAt") > 1
    limit 1;
  perform "public"."refuse_if"(entry is not null, format('entry %s does not balance', entry));
  return null;
end $$;

create trigger "book_posting_balances" after insert on "book_posting" referencing new table as "posted"
  for each statement execute function "entry_balances"();

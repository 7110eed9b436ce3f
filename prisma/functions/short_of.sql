-- As before, by what is added up.
create or replace function "short_of"("of" "escrow") returns numeric stable language sql as $$
  select case "of"."heldBy" when 'ledger' then 0 else "of"."amount" - "of"."receivedAmount" end $$;

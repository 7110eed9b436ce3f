-- By how much an escrow has received less than its amount, in units of its asset; negative: more. 0 if a ledger holds the money.
create or replace function "short_of"("of" "escrow") returns numeric stable language sql as $$
  select case "of"."heldBy" when 'ledger' then 0 else "of"."amount" - "of"."receivedAmount" end $$;

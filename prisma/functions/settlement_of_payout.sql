-- For one release (docs/decisions/142): the settlement of a payout that is written, or given another wallet, without one; null where nothing gives the right to it.
create or replace function "settlement_of_payout"("e" "escrow", "purpose" "PayoutPurpose", "amount" numeric) returns uuid language plpgsql as $$
declare
  found_id uuid;
  r record;
begin
  if "purpose" = 'return' then
    return "open_settlement"("e"."id", 0, "amount", clock_timestamp(), true);
  end if;
  select "id" into found_id from "settlement" t where t."escrowId" = "e"."id" and t."deadAt" is null and t."cause" <> 'excess'
    and "amount" = case when "purpose" = 'release' then t."toSeller" else t."toBuyer" end;
  if found_id is not null then
    return found_id;
  end if;
  select * into r from "rights_to"("e") t where "amount" = case when "purpose" = 'release' then t."toSeller" else t."toBuyer" end limit 1;
  return case when found then "open_settlement"("e"."id", r."toSeller", r."toBuyer", clock_timestamp(), false) end;
end $$;

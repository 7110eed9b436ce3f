-- The settlement with these shares: one that still has its right, or a new one; each excess has its own (decision 142). Refuses as settlement_needs_right.
create or replace function "open_settlement"("escrow_id" uuid, "seller" numeric, "buyer" numeric, "at" timestamptz, "is_excess" boolean)
returns uuid language plpgsql as $$
declare
  e "escrow"%rowtype;
  found_id uuid;
begin
  select * into strict e from "escrow" where "id" = "escrow_id" for update;
  if not "is_excess" then
    select "id" into found_id from "settlement" s where "escrowId" = e."id" and "deadAt" is null and "cause" <> 'excess'
      and "toSeller" = "seller" and "toBuyer" = "buyer"
      and ("is_past_date"(e, "at") or exists (select 1 from "rights_to"(e) r where r."toSeller" = "seller" and r."toBuyer" = "buyer"));
  end if;
  if found_id is null then
    insert into "settlement" ("id", "escrowId", "cause", "toSeller", "toBuyer", "createdAt")
      values (gen_random_uuid(), e."id", case when "is_excess" then 'excess'::"SettlementCause" end, "seller", "buyer", "at")
      returning "id" into found_id;
  end if;
  return found_id;
end $$;

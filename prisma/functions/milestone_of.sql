-- The milestone of an escrow (decision 147): the first one, as long as nobody agrees to more. One that is not there yet, or is of before there were
-- milestones, is made here, with the whole amount.
create or replace function "milestone_of"("escrow_id" uuid) returns uuid language plpgsql as $$
declare
  found_id uuid;
  e "escrow"%rowtype;
begin
  select "id" into found_id from "milestone" where "escrowId" = "escrow_id" and "ordinal" = 1 and "amount" is not null;
  if found_id is null then
    -- Its amount does not change meanwhile.
    select * into strict e from "escrow" where "id" = "escrow_id" for update;
    insert into "milestone" as m ("id", "escrowId", "ordinal", "amount", "createdAt") values (gen_random_uuid(), e."id", 1, e."amount", e."createdAt")
      on conflict ("escrowId", "ordinal") do update set "id" = coalesce(m."id", excluded."id"), "amount" = coalesce(m."amount", excluded."amount")
      returning "id" into found_id;
  end if;
  return found_id;
end $$;

-- The milestone of an escrow (decision 142): the first, as long as there is only one. Creates it with the whole amount if it is missing.
create or replace function "milestone_of"("escrow_id" uuid) returns uuid language plpgsql as $$
declare
  found_id uuid;
begin
  select "id" into found_id from "milestone" where "escrowId" = "escrow_id" and "ordinal" = 1;
  if found_id is null then
    -- The row lock keeps the amount from changing meanwhile.
    insert into "milestone" ("escrowId", "amount", "createdAt") select "id", "amount", "createdAt" from "escrow" where "id" = "escrow_id" for update
      returning "id" into strict found_id;
  end if;
  return found_id;
end $$;

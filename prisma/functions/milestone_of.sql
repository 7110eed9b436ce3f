-- The milestone of an escrow (decision 142): the first one, as long as nobody agrees to more. One that is not there yet is made here, with the whole amount.
create or replace function "milestone_of"("escrow_id" uuid) returns uuid language plpgsql as $$
declare
  found_id uuid;
begin
  select "id" into found_id from "milestone" where "escrowId" = "escrow_id" and "ordinal" = 1;
  if found_id is null then
    -- Its amount does not change meanwhile.
    insert into "milestone" ("escrowId", "amount", "createdAt") select "id", "amount", "createdAt" from "escrow" where "id" = "escrow_id" for update
      returning "id" into strict found_id;
  end if;
  return found_id;
end $$;

-- A corrected or lowered amount is also that of the only milestone (decision 142); of several, whoever changes the amount says which.
create or replace function "milestone_follows_amount"() returns trigger language plpgsql as $$
begin
  update "milestone" m set "amount" = new."amount" where m."escrowId" = new."id"
    and not exists (select 1 from "milestone" o where o."escrowId" = m."escrowId" and o."ordinal" <> m."ordinal");
  return null;
end $$;

create trigger "escrow_amount_of_milestone" after update of "amount" on "escrow" for each row
  when (new."amount" is distinct from old."amount") execute function "milestone_follows_amount"();

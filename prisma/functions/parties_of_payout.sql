-- For one release (docs/decisions/145): by this name processes of the version before ask parties_of_transfer.
create or replace function "parties_of_payout"("payoutId" uuid) returns table ("subject" text, "personId" uuid) language sql stable as $$
  select * from "parties_of_transfer"($1) $$;

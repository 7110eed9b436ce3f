-- Whom a settlement of a held escrow concerns (decision 084): the parties of the agreement that its lock belongs to. parties_of_payout answers for payouts.
create or replace function "parties_of_way_out"("exitId" uuid) returns table ("subject" text, "personId" uuid) language sql stable as $$
  select t."subject", t."personId" from "hold_exit" x join "hold_lock" l on l."id" = x."lockId"
    cross join lateral "parties_of_agreement"(l."agreementId") t
    where x."id" = $1
$$;

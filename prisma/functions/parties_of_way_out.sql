-- Who has to do with a way out, as parties_of_payout says it of payouts.
create or replace function "parties_of_way_out"("exitId" uuid) returns table ("subject" text, "personId" uuid) language sql stable as $$
  select t."subject", t."personId" from "hold_exit" x join "hold_lock" l on l."id" = x."lockId"
    cross join lateral "parties_of_agreement"(l."agreementId") t
    where x."id" = $1
$$;

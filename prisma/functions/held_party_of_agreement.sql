-- The party of an agreement under review; null: none. "isConfirmed": only by confirmed matches, else by all but false matches (decision 119).
create or replace function "held_party_of_agreement"("agreementId" uuid, "isConfirmed" boolean) returns text language sql stable as $$
  select r."subject" from "parties_of_agreement"($1) t join "screening_review" r
    on r."subject" = t."subject" or r."personId" = t."personId"
    where case when $2 then r."state" = 'true_match' else r."state" <> 'false_match' end limit 1
$$;

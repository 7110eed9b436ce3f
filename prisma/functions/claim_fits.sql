-- A claim takes only claimable money that was found for its network and source account and has not ended (decision 094).
create or replace function "claim_fits"() returns trigger language plpgsql as $$
begin
  perform 1 from "claimable_money"
    where "id" = new."claimableId" and "network" = new."network" and "account" = new."source" and "endedAt" is null for update;
  perform "public"."refuse_if"(not found, format('there is nothing to claim for %s', new."source"));
  return new;
end $$;

create trigger "transfer_attempt_claim_fits" before insert on "transfer_attempt"
  for each row when (new."claimableId" is not null) execute function "claim_fits"();

-- Refuses Quayside's help with a ledger-held settlement (decision 119): if a party of its agreement is a confirmed match, or if Quayside decides (isOurWord),
-- it is no expiry, and the agreement was never cleared.
create or replace function "way_out_may_be_helped"("exitId" uuid, "asked" timestamptz, "isOurWord" boolean) returns void language plpgsql as $$
declare
  x "transfer"%rowtype;
  agreement uuid;
  found text;
begin
  select * into strict x from "transfer" where "id" = $1;
  select l."agreementId" into strict agreement from "hold_lock" l where l."id" = x."lockId";
  select "held_party_of_agreement"(agreement, true) into found;
  perform "public"."refuse_if"(found is not null, format('way out %s is held: %s is on a list', x."id", found));
  perform "public"."refuse_if"("isOurWord" and x."purpose" <> 'expiry'
      and not exists (select 1 from "hold_clearance" c where c."agreementId" = agreement and c."clearedAt" is not null),
    format('way out %s was not weighed', x."id"));
end $$;

-- At commit the buyer has accepted the terms and supplement of the new escrow (decision 106). Deferred: the acceptance refers to the escrow.
create or replace function "service_terms_are_accepted"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(not exists (
    select 1 from "service_terms_acceptance" where "userId" = new."buyerId" and "version" = new."serviceTerms"
      and "supplement" is not distinct from new."serviceSupplement"
  ), format('escrow %s is opened under terms that its buyer has not accepted', new."transactionId"));
  return null;
end $$;

create constraint trigger "escrow_has_accepted_terms" after insert on "escrow" deferrable initially deferred for each row
  when (new."serviceTerms" is not null or new."serviceSupplement" is not null) execute function "service_terms_are_accepted"();

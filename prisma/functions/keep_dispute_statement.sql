-- Made while the dispute is open, by its own side: buyer, bound seller or, before, the confirmed owner of the address that the buyer named (decision 134).
create or replace function "keep_dispute_statement"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  -- A decision takes the same lock: statements after it are refused.
  select e0.* into strict e from "escrow" e0
    where e0."id" = (select "escrowId" from "dispute" where "id" = new."disputeId") for update;
  perform "public"."refuse_if"(not exists (select 1 from "dispute" where "id" = new."disputeId" and "decision" is null),
    format('dispute %s is not open', new."disputeId"));
  perform "public"."refuse_if"(not "is_of_side"(e, new."side"::text, new."statedById"), format('statement %s is not made by its side', new."id"));
  return new;
end $$;

create trigger "dispute_statement_keep" before insert on "dispute_statement"
  for each row execute function "keep_dispute_statement"();

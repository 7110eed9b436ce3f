-- At commit an agreed split is carried out: dispute settled (offer) or documents approved (reduction), with transfers of both shares (decisions 134, 142).
create or replace function "agreed_division_is_paid"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(new."kind" = 'offer' and not exists (select 1 from "dispute" where "id" = new."disputeId" and "decision" = 'settled')
      or new."kind" = 'reduction' and not exists (
        select 1 from "escrow" where "id" = new."escrowId" and "documentApprovalStatus" = 'Approved')
      or not exists (
        select 1 from "settlement" s where "divisionId" = new."id" and "toSeller" = new."sellerAmount" and "toBuyer" = new."buyerAmount"
          and (select sum("amount") from "transfer" where "settlementId" = s."id" and "state" <> 'dead') = s."toSeller" + s."toBuyer"),
    format('division %s was agreed, and is not carried out', new."id"));
  return null;
end $$;

create constraint trigger "division_is_paid" after update of "answer" on "division"
  deferrable initially deferred for each row when (new."answer" = 'agreed')
  execute function "agreed_division_is_paid"();

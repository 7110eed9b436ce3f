-- A settlement says how the money of an escrow ends (decision 142). Its shares need a right in the record (rights_to), which sets the cause; or an on-chain
-- deadline has come and all is the buyer's. An excess must be covered by what came in (transfer_needs_right). Refused beside another one, unless no transfer
-- carries that one out any more.
create or replace function "settlement_needs_right"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  r record;
begin
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  if new."cause" = 'excess' then
    perform "public"."refuse_if"(e."heldBy" = 'ledger', format('escrow %s has received nothing that is too much', e."transactionId"));
    return new;
  end if;
  update "settlement" s set "deadAt" = new."createdAt" where "escrowId" = e."id" and "deadAt" is null and e."heldBy" = 'ledger'
    and not exists (select 1 from "transfer" where "settlementId" = s."id" and "state" <> 'dead');
  perform "public"."refuse_if"(exists (select 1 from "settlement" where "escrowId" = e."id" and "deadAt" is null and "cause" <> 'excess'),
    format('escrow %s is settled', e."transactionId"));
  select * into r from "rights_to"(e) t where t."toSeller" = new."toSeller" and t."toBuyer" = new."toBuyer"
    order by t."disputeId" nulls last limit 1;
  new."divisionId" := r."divisionId";
  new."disputeId" := r."disputeId";
  new."cause" := case when r."divisionId" is not null then 'division' when r."disputeId" is not null then 'decision'
    when new."toBuyer" = 0 then 'approval' when not found or e."refundOpenedAt" is not null then 'deadline' else 'agreed_refund' end;
  perform "public"."refuse_if"(not found and not (new."toBuyer" = e."amount" and "is_past_date"(e, new."createdAt")),
    format('the record of escrow %s gives no right to %s for the seller and %s for the buyer', e."transactionId", new."toSeller", new."toBuyer"));
  return new;
end $$;

create trigger "settlement_needs_right" before insert on "settlement" for each row execute function "settlement_needs_right"();

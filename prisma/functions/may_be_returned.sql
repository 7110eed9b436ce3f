-- Refuses the early return of a Stellar deposit (decision 118) unless the buyer's own wallet made it, it is on the ledger, and it can never count: it differs,
-- its agreement is replaced, or its escrow is funded or cancelled. Also refused: a deposit that a settlement takes or has set aside, any return beside a
-- settlement under way, validity in the last 10 minutes before the deadline. The caller holds the lock on the escrow's row.
create or replace function "may_be_returned"("of_lock" uuid, "valid_until" timestamptz) returns void language plpgsql as $$
declare
  l "hold_lock"%rowtype;
  e "escrow"%rowtype;
  h "hold"%rowtype;
  a "hold_agreement"%rowtype;
begin
  select * into strict l from "hold_lock" where "id" = "of_lock";
  select * into strict e from "escrow" where "id" = l."escrowId";
  select * into strict h from "hold" where "escrowId" = l."escrowId";
  select * into strict a from "hold_agreement" where "id" = l."agreementId";
  perform "public"."refuse_if"(l."counts" or exists (select 1 from "transfer" where "lockId" = l."id")
      or exists (select 1 from "hold_share" where "balanceId" = l."balanceId"), format('what counts goes by settlements alone: lock %s', l."hash"));
  perform "public"."refuse_if"(l."balanceId" is null or l."end" is not null or 'payer' = any(l."differences"),
    format('lock %s is nothing that goes back', l."hash"));
  perform "public"."refuse_if"(e."verifiedAt" is null and e."cancelledAt" is null and a."supersededAt" is null
      and not l."differences" && array['asset', 'amount', 'claimants', 'predicates', 'date'], format('lock %s may come to count', l."hash"));
  perform "public"."refuse_if"("valid_until" > h."deadline" - interval '10 minutes', format('lock %s is not given back so near to the date', l."hash"));
  perform "public"."refuse_if"(exists (select 1 from "transfer" where "escrowId" = e."id" and "state" in ('collecting', 'ready', 'submitted')),
    format('a settlement of escrow %s is under way', e."transactionId"));
end $$;

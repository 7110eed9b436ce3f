-- One side proposes a split, the other agrees or declines, the proposer withdraws. Open or agreed only if its shares are the whole amount, it names the present
-- payout wallet, and nothing is settled: an offer in its open dispute, a reduction for documents that wait or were rejected (decision 134).
create or replace function "keep_division"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  other text := case when new."side" = 'buyer' then 'seller' else 'buyer' end;
begin
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'INSERT' then
    perform "public"."refuse_if"(not "is_of_side"(e, new."side"::text, new."proposedById"), format('division %s is not proposed by its side', new."id"));
  else
    perform "public"."refuse_if"(new."answer" in ('agreed', 'declined') and not "is_of_side"(e, other, new."answeredById")
        or new."answer" = 'withdrawn' and not "is_of_side"(e, new."side"::text, new."answeredById"),
      format('division %s is not for this side to answer', old."id"));
  end if;
  if new."answer" in ('declined', 'withdrawn', 'superseded') then
    return new;
  end if;
  -- It can be carried out: the shares are the whole amount, to the smallest unit, and nothing is decided.
  perform "public"."refuse_if"("units_of"(new."sellerAmount", e."currency"::text) + "units_of"(new."buyerAmount", e."currency"::text)
      <> "units_of"(e."amount", e."currency"::text), format('the shares of division %s are not the amount of the escrow', new."id"));
  perform "escrow_must_be_open"(new."escrowId");
  perform "public"."refuse_if"(new."sellerAmount" > 0 and (new."payoutAddress", new."payoutMemo") is distinct from (e."payoutAddress", e."payoutMemo"),
    format('division %s is for another payout wallet', new."id"));
  perform "public"."refuse_if"(new."kind" = 'offer' and not exists (
    select 1 from "dispute" where "id" = new."disputeId" and "escrowId" = new."escrowId" and "decision" is null
  ), format('division %s is of no open dispute', new."id"));
  perform "public"."refuse_if"(new."kind" = 'reduction' and (
    e."confirmedAt" is null or e."documentApprovalStatus" = 'Approved' or e."refundOpenedAt" is not null
    or exists (select 1 from "dispute" where "escrowId" = new."escrowId" and "decision" is null)
  ), format('division %s is of no documents that wait', new."id"));
  return new;
end $$;

create trigger "division_keep" before insert or update on "division"
  for each row execute function "keep_division"();

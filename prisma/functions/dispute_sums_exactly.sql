-- The shares of a decision add up to the escrow's amount. "settled" if and only if both sides agreed to a split in this dispute with the same shares; decided
-- by whoever accepted it (decision 134).
create or replace function "dispute_sums_exactly"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(new."decision" in ('release', 'refund', 'split', 'settled')
     and new."sellerAmount" + new."buyerAmount" <> (select "amount" from "escrow" where "id" = new."escrowId"),
    format('the shares of dispute %s are not the amount of the escrow', new."id"));
  perform "public"."refuse_if"(new."decision" is not null and (new."decision" = 'settled') <> exists (
    select 1 from "division" where "escrowId" = new."escrowId" and "answer" = 'agreed' and "disputeId" = new."id"
  ), format('dispute %s is decided otherwise than both sides agreed', new."id"));
  perform "public"."refuse_if"(new."decision" = 'settled' and not exists (
    select 1 from "division" where "escrowId" = new."escrowId" and "answer" = 'agreed' and "disputeId" = new."id"
      and "answeredById" = new."decidedById" and "sellerAmount" = new."sellerAmount" and "buyerAmount" = new."buyerAmount"
  ), format('dispute %s is settled otherwise than both sides agreed', new."id"));
  return new;
end $$;

create trigger "dispute_sums_exactly" before insert or update on "dispute" for each row execute function "dispute_sums_exactly"();

-- What a fee paid for never changes. It covers one escrow of its payer, and is free again only if that was cancelled before anything arrived (decision 027).
create or replace function "fee_covers_one_escrow"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"((new."covers", new."buyerUid", new."transactionAmountUSD")
    is distinct from (old."covers", old."buyerUid", old."transactionAmountUSD"), 'what a fee was paid for never changes', 'check_violation');
  if new."escrowId" is not distinct from old."escrowId" then
    return new;
  end if;
  if old."escrowId" is null then
    perform 1 from "escrow" where "id" = new."escrowId" and "buyerId" = new."buyerUid";
    perform "public"."refuse_if"(not found, 'a fee covers an escrow of its payer', 'check_violation');
    return new;
  end if;
  perform 1 from "escrow" where "id" = old."escrowId" and "cancelledAt" is not null and "receivedAmount" = 0;
  perform "public"."refuse_if"(not found or new."escrowId" is not null, 'a fee covers one escrow', 'check_violation');
  return new;
end $$;

create trigger "fee_covers_one_escrow" before update on "fee_payment"
  for each row execute function "fee_covers_one_escrow"();

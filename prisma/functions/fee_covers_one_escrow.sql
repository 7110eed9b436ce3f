-- What a fee was paid for never changes, and it covers one escrow, of its payer. It comes free again only if that escrow was called off
-- before anything arrived for it (docs/decisions/027).
create or replace function "fee_covers_one_escrow"() returns trigger language plpgsql as $$
begin
  if (new."covers", new."buyerUid", new."transactionAmountUSD")
    is distinct from (old."covers", old."buyerUid", old."transactionAmountUSD") then
    raise exception 'what a fee was paid for never changes' using errcode = 'check_violation';
  end if;
  if new."escrowId" is not distinct from old."escrowId" then
    return new;
  end if;
  if old."escrowId" is null then
    perform 1 from "escrow" where "id" = new."escrowId" and "buyerId" = new."buyerUid";
    if not found then
      raise exception 'a fee covers an escrow of its payer' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  perform 1 from "escrow" where "id" = old."escrowId" and "cancelledAt" is not null and "receivedAmount" = 0;
  if not found or new."escrowId" is not null then
    raise exception 'a fee covers one escrow' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger "fee_covers_one_escrow" before update on "fee_payment"
  for each row execute function "fee_covers_one_escrow"();

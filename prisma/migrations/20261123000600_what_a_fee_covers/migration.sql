-- A fee unlocks the account for good, or covers one escrow: what the setting SERVICE_FEE said when it was quoted (decision 027).
-- Until now it was always the account.

create type "FeeCover" as enum ('account', 'escrow');

alter table "fee_quote" add column "covers" "FeeCover" not null default 'account';
alter table "fee_payment"
  add column "covers" "FeeCover" not null default 'account',
  -- The escrow that it is used for; null while it waits for one, and always for the account's.
  add column "escrowId" uuid;

-- Who has paid for the account pays no second time; fees of escrows are paid again and again.
drop index "fee_payment_buyerUid_key";
create unique index "fee_payment_one_for_the_account" on "fee_payment" ("buyerUid") where "covers" = 'account';
create index "fee_payment_buyerUid_idx" on "fee_payment" ("buyerUid");
create index "fee_payment_escrowId_idx" on "fee_payment" ("escrowId");

-- The table is as small as there are paying buyers: checking the new key takes no time.
alter table "fee_payment" add constraint "fee_payment_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade;
alter table "fee_payment" add constraint "fee_payment_of_account_has_no_escrow" check ("escrowId" is null or "covers" = 'escrow');

-- One fee covers one escrow of its own payer, whatever two tabs do. It comes free again only when that escrow was called off
-- before anything arrived for it.
create function "fee_covers_one_escrow"() returns trigger language plpgsql as $$
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

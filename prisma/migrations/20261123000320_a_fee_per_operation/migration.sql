-- One transaction may pay the fees of several buyers, each by an operation with that buyer's reference. What is used up is a
-- payment, not its transaction: a hash settles one fee per reference, and a person's only one.

alter table "fee_payment" drop constraint "fee_payment_pkey";
alter table "fee_payment" add constraint "fee_payment_pkey" primary key ("paymentHash", "payToMemoOrTag");

drop index "reseller_earning_paymentHash_key";
create unique index "reseller_earning_paymentHash_buyerUid_key" on "reseller_earning" ("paymentHash", "buyerUid");

drop index "user_paymentHash_key";
create index "user_paymentHash_idx" on "user" ("paymentHash");

-- The books know each of them apart. Entries from before are known by the hash alone and stay.
create or replace function "book_fee"("f" "fee_payment") returns void language plpgsql as $$
declare
  q "fee_quote"%rowtype;
  excess numeric;
begin
  select * into q from "fee_quote"
    where "reference" = substring(("f")."payToMemoOrTag" from '^[0-9]{1,10}$')::bigint and "userId" = ("f")."buyerUid";
  if q."id" is null then
    raise exception 'the fee % was asked for by no quote', ("f")."paymentHash";
  end if;
  select coalesce(sum("amount"), 0) into excess from "payment_case"
    where "feeQuoteId" = q."id" and "kind" = 'fee_over' and ("closedAt" is null or "closedById" is not null);
  perform "book"('fee_income', ("f")."paymentHash" || ':' || ("f")."payToMemoOrTag", ("f")."paymentHash", ("f")."createdAt",
    case q."asset" when 'XRP' then 'xrpl' else 'stellar' end::"Network", q."asset"::text, q."account",
    'owed:quote:' || q."id", 'fee_income', ("f")."amountCrypto" - excess);
end $$;
create or replace function "book_earning"() returns trigger language plpgsql as $$
begin
  perform "book"('commission', new."paymentHash" || ':' || new."buyerUid", new."paymentHash", new."createdAt", null, 'USD', null,
    'commission_cost', 'commission:' || new."resellerId", new."commissionUSD");
  return null;
end $$;

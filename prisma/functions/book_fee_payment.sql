-- Books a settled service fee as income, at commit, when payments and case are stored. An excess (case fee_over) that is open or was ended by a person stays
-- owed. The fact has hash and reference: one transaction may pay several fees. Refuses a fee without a quote of its buyer (decision 096).
create or replace function "book_fee_payment"() returns trigger language plpgsql as $$
declare
  q "fee_quote"%rowtype;
  excess numeric;
begin
  select * into q from "fee_quote"
    where "reference" = substring(new."payToMemoOrTag" from '^[0-9]{1,10}$')::bigint and "userId" = new."buyerUid";
  perform "public"."refuse_if"(q."id" is null, format('the fee %s was asked for by no quote', new."paymentHash"));
  select coalesce(sum("amount"), 0) into excess from "payment_case"
    where "feeQuoteId" = q."id" and "kind" = 'fee_over' and ("closedAt" is null or "closedById" is not null);
  perform "book"('fee_income', new."paymentHash" || ':' || new."payToMemoOrTag", new."paymentHash", new."createdAt",
    case q."asset" when 'XRP' then 'xrpl' else 'stellar' end::"Network", q."asset"::text, q."account",
    'owed:quote:' || q."id", 'fee_income', new."amountCrypto" - excess);
  return null;
end $$;

create constraint trigger "fee_payment_book" after insert on "fee_payment"
  deferrable initially deferred for each row execute function "book_fee_payment"();

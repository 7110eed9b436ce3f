-- Books a settled service fee as income. An excess (case fee_over) that is open or was ended by a person stays owed. The fact names hash
-- and reference, because one transaction may pay several fees. Refuses a fee that no quote of its buyer asked for (docs/decisions/024).
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

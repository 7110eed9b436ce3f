-- At commit books that nothing is owed for a case closed by a person: its payment, payments gathered with it, or its fee quote go from owed to "by_hand". Omits
-- a payment that counts. Kept money stays owed; money paid back is owed until its payout is confirmed (decision 111). The fact has the closing time, so that a
-- reopened case can be booked again.
create or replace function "book_closed_case"() returns trigger language plpgsql as $$
declare
  p "ledger_payment"%rowtype;
  q "fee_quote"%rowtype;
  ending text := new."id" || ':' || extract(epoch from new."closedAt");
begin
  if new."end" <> 'by_hand' then
    return null;
  end if;
  if new."ledgerPaymentId" is not null then
    select * into p from "ledger_payment" where "id" = new."ledgerPaymentId";
    if p."asset" is not null and "claim_of"(p) = 'owed:payment:' || p."id" then
      perform "book"('case_closed', ending, null, new."closedAt", p."network", p."asset"::text, p."toAddress",
        'owed:payment:' || p."id", 'by_hand', p."amount");
    end if;
    insert into "book_entry" ("kind", "fact", "at")
      select 'case_closed', ending || ':' || l."id", new."closedAt"
      from "gathered_payment" g join "ledger_payment" l on l."id" = g."ledgerPaymentId"
      where g."caseId" = new."id" and l."asset" is not null and "claim_of"(l) = 'owed:payment:' || l."id" order by l."id";
    insert into "book_posting" ("entryId", "side", "account", "network", "asset", "heldAt", "units")
      select e."id", side."name", case side."name" when 'gets' then 'owed:payment:' || l."id" else 'by_hand' end,
        l."network", l."asset"::text::"BookAsset", l."toAddress",
        case side."name" when 'gets' then 1 else -1 end * "units_of"(l."amount", l."asset"::text)
      from "gathered_payment" g join "ledger_payment" l on l."id" = g."ledgerPaymentId"
        join "book_entry" e on e."kind" = 'case_closed' and e."fact" = ending || ':' || l."id",
        (values ('gets'), ('gives')) side ("name")
      where g."caseId" = new."id";
  else
    select * into q from "fee_quote" where "id" = new."feeQuoteId";
    perform "book"('case_closed', ending, null, new."closedAt", case q."asset" when 'XRP' then 'xrpl' else 'stellar' end::"Network",
      q."asset"::text, q."account", 'owed:quote:' || q."id", 'by_hand', "claim_amount"('owed:quote:' || q."id", q."asset"::text));
  end if;
  return null;
end $$;

create constraint trigger "payment_case_book" after update of "closedAt" on "payment_case"
  deferrable initially deferred for each row
  when (old."closedAt" is null and new."closedAt" is not null and new."closedById" is not null)
  execute function "book_closed_case"();

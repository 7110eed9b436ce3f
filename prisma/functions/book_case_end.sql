-- Books that nothing is owed for a closed case: its payment, each payment gathered with it, or its fee quote goes from owed to "by_hand".
-- A payment that counts for something is left out. The fact has the closing time, so a case that is reopened can be booked again.
create or replace function "book_case_end"("c" "payment_case") returns void language plpgsql as $$
declare
  p "ledger_payment"%rowtype;
  q "fee_quote"%rowtype;
  ending text := ("c")."id" || ':' || extract(epoch from ("c")."closedAt");
begin
  if ("c")."ledgerPaymentId" is not null then
    select * into p from "ledger_payment" where "id" = ("c")."ledgerPaymentId";
    if p."asset" is not null and "claim_of"(p) = 'owed:payment:' || p."id" then
      perform "book"('case_closed', ending, null, ("c")."closedAt", p."network", p."asset"::text, p."toAddress",
        'owed:payment:' || p."id", 'by_hand', p."amount");
    end if;
    insert into "book_entry" ("kind", "fact", "at")
      select 'case_closed', ending || ':' || l."id", ("c")."closedAt"
      from "gathered_payment" g join "ledger_payment" l on l."id" = g."ledgerPaymentId"
      where g."caseId" = ("c")."id" and l."asset" is not null and "claim_of"(l) = 'owed:payment:' || l."id" order by l."id";
    insert into "book_posting" ("entryId", "side", "account", "network", "asset", "heldAt", "units")
      select e."id", side."name", case side."name" when 'gets' then 'owed:payment:' || l."id" else 'by_hand' end,
        l."network", l."asset"::text::"BookAsset", l."toAddress",
        case side."name" when 'gets' then 1 else -1 end * "units_of"(l."amount", l."asset"::text)
      from "gathered_payment" g join "ledger_payment" l on l."id" = g."ledgerPaymentId"
        join "book_entry" e on e."kind" = 'case_closed' and e."fact" = ending || ':' || l."id",
        (values ('gets'), ('gives')) side ("name")
      where g."caseId" = ("c")."id";
  else
    select * into q from "fee_quote" where "id" = ("c")."feeQuoteId";
    perform "book"('case_closed', ending, null, ("c")."closedAt", case q."asset" when 'XRP' then 'xrpl' else 'stellar' end::"Network",
      q."asset"::text, q."account", 'owed:quote:' || q."id", 'by_hand', "claim_amount"('owed:quote:' || q."id", q."asset"::text));
  end if;
end $$;

-- A memo is public once it has been used, and anybody can send next to nothing with it. Such payments are gathered in one case
-- for each reference, which lists them all.

create table "gathered_payment" (
  "ledgerPaymentId" uuid not null,
  "caseId" uuid not null,
  constraint "gathered_payment_pkey" primary key ("ledgerPaymentId")
);
create index "gathered_payment_caseId_idx" on "gathered_payment" ("caseId");
alter table "gathered_payment" add constraint "gathered_payment_ledgerPaymentId_fkey" foreign key ("ledgerPaymentId") references "ledger_payment" ("id") on delete restrict on update cascade;
alter table "gathered_payment" add constraint "gathered_payment_caseId_fkey" foreign key ("caseId") references "payment_case" ("id") on delete restrict on update cascade;

-- With the case ends what is owed for each of them.
create or replace function "book_case_end"("c" "payment_case") returns void language plpgsql as $$
declare
  p "ledger_payment"%rowtype;
  q "fee_quote"%rowtype;
  fact text := ("c")."id" || ':' || extract(epoch from ("c")."closedAt");
begin
  if ("c")."ledgerPaymentId" is not null then
    select * into p from "ledger_payment" where "id" = ("c")."ledgerPaymentId";
    if p."asset" is not null and "claim_of"(p) = 'owed:payment:' || p."id" then
      perform "book"('case_closed', fact, null, ("c")."closedAt", p."network", p."asset"::text, p."toAddress",
        'owed:payment:' || p."id", 'by_hand', p."amount");
    end if;
    for p in select l.* from "ledger_payment" l join "gathered_payment" g on g."ledgerPaymentId" = l."id"
        where g."caseId" = ("c")."id" order by l."id" loop
      if p."asset" is not null and "claim_of"(p) = 'owed:payment:' || p."id" then
        perform "book"('case_closed', fact || ':' || p."id", null, ("c")."closedAt", p."network", p."asset"::text, p."toAddress",
          'owed:payment:' || p."id", 'by_hand', p."amount");
      end if;
    end loop;
  else
    select * into q from "fee_quote" where "id" = ("c")."feeQuoteId";
    perform "book"('case_closed', fact, null, ("c")."closedAt", case q."asset" when 'XRP' then 'xrpl' else 'stellar' end::"Network",
      q."asset"::text, q."account", 'owed:quote:' || q."id", 'by_hand', "claim_amount"('owed:quote:' || q."id", q."asset"::text));
  end if;
end $$;

-- What arrives is added up as it is stored, a statement at a time: nothing is summed anew, however much has arrived before (decision 096).

set local lock_timeout = '3s';

-- What counts for a fee: in all, and what was in a closed ledger by the end of each price that was locked.
alter table "fee_quote" add column "receivedAmount" numeric(30, 7) not null default 0;
alter table "fee_quote_lock" add column "receivedAmount" numeric(30, 7) not null default 0;
-- Of quotes that can still be paid those that a part has arrived for: few. Of those that were paid or ended nothing is added up any more.
do $$
begin
  update "fee_quote" q set "receivedAmount" = p."amount"
    from (select p."feeQuoteId", sum(p."amount") as "amount" from "fee_quote" asked
      join "ledger_payment" p on p."feeQuoteId" = asked."id" and p."problem" is null where asked."state" = 'open' group by p."feeQuoteId") p
    where p."feeQuoteId" = q."id";
  update "fee_quote_lock" l set "receivedAmount" = p."amount"
    from (select l."id", sum(p."amount") as "amount" from "fee_quote" asked
      join "fee_quote_lock" l on l."feeQuoteId" = asked."id"
      join "ledger_payment" p on p."feeQuoteId" = asked."id" and p."problem" is null and p."closedAt" <= l."expiresAt"
      where asked."state" = 'open' and asked."receivedAmount" > 0 group by l."id") p
    where p."id" = l."id";
end $$;

-- A price that is locked anew counts what arrived under the earlier ones.
create function "count_arrived_before_lock"() returns trigger language plpgsql as $$
begin
  select q."receivedAmount" - coalesce((select sum("amount") from "ledger_payment"
      where "feeQuoteId" = q."id" and "problem" is null and "closedAt" > new."expiresAt"), 0)
    into strict new."receivedAmount" from "fee_quote" q where q."id" = new."feeQuoteId" for update;
  return new;
end $$;
create trigger "fee_quote_lock_arrived_before" before insert on "fee_quote_lock"
  for each row execute function "count_arrived_before_lock"();

-- Adds what has come to count, and writes the row of each escrow and quote anew that a payment belongs to: its version is what pages
-- that show its payments go by. What counts never ceases to count (keep_ledger_payment).
create function "add_up_payments"() returns trigger language plpgsql as $$
begin
  update "escrow" e set "receivedAmount" = e."receivedAmount" + p."amount"
    from (select "escrowId", sum(case when "problem" is null then "amount" else 0 end) as "amount" from "stored"
      where "escrowId" is not null group by "escrowId") p
    where e."id" = p."escrowId";
  update "fee_quote" q set "receivedAmount" = q."receivedAmount" + p."amount"
    from (select "feeQuoteId", sum(case when "problem" is null then "amount" else 0 end) as "amount" from "stored"
      where "feeQuoteId" is not null group by "feeQuoteId") p
    where q."id" = p."feeQuoteId";
  update "fee_quote_lock" l set "receivedAmount" = l."receivedAmount" + p."amount"
    from (select l."id", sum(s."amount") as "amount" from "stored" s
      join "fee_quote_lock" l on l."feeQuoteId" = s."feeQuoteId" and s."closedAt" <= l."expiresAt"
      where s."problem" is null group by l."id") p
    where l."id" = p."id";
  return null;
end $$;
create trigger "ledger_payment_add_up" after insert on "ledger_payment" referencing new table as "stored"
  for each statement execute function "add_up_payments"();

-- The same for payments that are judged later: what counts now and did not count before.
create function "add_up_judged_payments"() returns trigger language plpgsql as $$
begin
  update "escrow" e set "receivedAmount" = e."receivedAmount" + p."amount"
    from (select "id", sum("amount") as "amount" from (
        select a."escrowId" as "id", case when a."problem" is null
          and (b."problem", b."escrowId") is distinct from (a."problem", a."escrowId") then a."amount" else 0 end as "amount"
          from "judged" a join "known" b on b."id" = a."id"
        union all select "escrowId", 0 from "known") changed
      where "id" is not null group by "id") p
    where e."id" = p."id";
  with "counted" as (
    select a.* from "judged" a join "known" b on b."id" = a."id"
      where a."problem" is null and a."feeQuoteId" is not null
        and (b."problem", b."feeQuoteId") is distinct from (a."problem", a."feeQuoteId")),
  "of_lock" as (
    update "fee_quote_lock" l set "receivedAmount" = l."receivedAmount" + p."amount"
      from (select l."id", sum(c."amount") as "amount" from "counted" c
        join "fee_quote_lock" l on l."feeQuoteId" = c."feeQuoteId" and c."closedAt" <= l."expiresAt" group by l."id") p
      where l."id" = p."id")
  update "fee_quote" q set "receivedAmount" = q."receivedAmount" + p."amount"
    from (select "id", sum("amount") as "amount" from (
        select "feeQuoteId" as "id", "amount" from "counted" union all select "feeQuoteId", 0 from "judged") changed
      where "id" is not null group by "id") p
    where q."id" = p."id";
  return null;
end $$;
create trigger "ledger_payment_add_up_judged" after update on "ledger_payment" referencing old table as "known" new table as "judged"
  for each statement execute function "add_up_judged_payments"();

-- Nothing else writes these sums.
drop trigger "ledger_payment_received_is_counted" on "ledger_payment";
drop trigger "escrow_received_is_counted" on "escrow";
create constraint trigger "escrow_received_is_locked" after insert or update of "receivedAmount" on "escrow"
  deferrable initially deferred for each row when (new."heldBy" = 'ledger') execute function "received_is_counted"();
create or replace function "received_is_counted"() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from "escrow" where "id" = new."id" and "receivedAmount" <>
      case when exists (select 1 from "hold_lock" where "escrowId" = new."id" and "counts") then "amount" else 0 end
  ) then
    raise exception 'escrow % has not received what is locked for it', new."id";
  end if;
  return null;
end $$;
create function "only_payments_add_up"() returns trigger language plpgsql as $$
begin
  -- Within the trigger of a payment this one is the second.
  if (case tg_op when 'INSERT' then new."receivedAmount" <> 0
      else new."receivedAmount" <> old."receivedAmount" and pg_trigger_depth() < 2 end) then
    raise exception '% % has not received the sum of its payments', tg_table_name, new."id";
  end if;
  return new;
end $$;
create trigger "escrow_received_is_added_up" before insert or update of "receivedAmount" on "escrow"
  for each row when (new."heldBy" = 'quayside') execute function "only_payments_add_up"();
create trigger "fee_quote_received_is_added_up" before insert or update of "receivedAmount" on "fee_quote"
  for each row execute function "only_payments_add_up"();
create trigger "fee_quote_lock_received_is_added_up" before update of "receivedAmount" on "fee_quote_lock"
  for each row execute function "only_payments_add_up"();

-- As before, by what is added up.
create or replace function "short_of"("of" "escrow") returns numeric stable language sql as $$
  select case "of"."heldBy" when 'ledger' then 0 else "of"."amount" - "of"."receivedAmount" end $$;

create or replace function "keep_escrow_terms"() returns trigger language plpgsql as $$
begin
  if (new."transactionId", new."buyerId", new."currency", new."account", new."reference")
      is distinct from (old."transactionId", old."buyerId", old."currency", old."account", old."reference") then
    raise exception 'escrow % keeps its terms', old."transactionId";
  end if;
  if (new."amount", new."notes", new."terms", new."walletAddress", new."walletMemo")
      is distinct from (old."amount", old."notes", old."terms", old."walletAddress", old."walletMemo")
    and (old."verifiedAt" is not null or old."cancelledAt" is not null or old."receivedAmount" > 0
      or ((old."sellerId" is not null or new."correctedAt" is not distinct from old."correctedAt"
          or (old."heldBy" = 'ledger'
            and exists (select 1 from "hold_agreement" where "escrowId" = old."id" and "supersededAt" is null)))
        and not ((new."notes", new."terms", new."walletAddress", new."walletMemo")
            is not distinct from (old."notes", old."terms", old."walletAddress", old."walletMemo")
          and new."amount" < old."amount" and exists (
            select 1 from "amendment" where "escrowId" = old."id" and "answer" = 'agreed' and "amount" = new."amount")))) then
    raise exception 'escrow % keeps its terms', old."transactionId";
  end if;
  if old."sellerId" is not null and new."sellerId" is distinct from old."sellerId" then
    raise exception 'escrow % keeps its seller', old."transactionId";
  end if;
  if new."receivedAmount" < old."receivedAmount" then
    raise exception 'escrow % has received what it has received', old."transactionId";
  end if;
  if old."verifiedAt" is not null and new."verifiedAt" is distinct from old."verifiedAt" then
    raise exception 'escrow % stays funded', old."transactionId";
  end if;
  if old."verifiedAt" is null and new."verifiedAt" is not null then
    if old."heldBy" = 'ledger' then
      if not exists (
        select 1 from "hold_lock" where "escrowId" = old."id" and "counts" and "hash" = new."realTxId" and "lockedAt" = new."paidAt"
      ) then
        raise exception 'nothing is locked that counts for escrow %', old."transactionId";
      end if;
    elsif new."amount" > 0.0000001 + new."receivedAmount" then
      raise exception 'escrow % has not received its amount', old."transactionId";
    end if;
  end if;
  return new;
end $$;

-- What comes for a fee that was paid back counts for nothing, whenever it is judged.
create trigger "ledger_payment_comes_for_paid_back" before insert on "ledger_payment"
  for each row when (new."problem" is null and new."feeQuoteId" is not null) execute function "paid_back_counts_for_nothing"();

-- What a page of payments brings is booked in one statement, as each of them counts.
drop trigger "ledger_payment_book" on "ledger_payment";
create trigger "ledger_payment_book" after update of "problem", "escrowId", "feeQuoteId", "toFloat" on "ledger_payment"
  for each row when (new."asset" is not null) execute function "book_payment"();
create or replace function "book_payment"() returns trigger language plpgsql as $$
begin
  if "claim_of"(new) <> "claim_of"(old) then
    if not "book"('payment_counted', new."id"::text, new."hash", now(), new."network", new."asset"::text, new."toAddress",
      "claim_of"(old), "claim_of"(new), new."amount") then
      raise exception 'payment % was counted', new."hash";
    end if;
  end if;
  return null;
end $$;
create function "book_stored_payments"() returns trigger language plpgsql as $$
begin
  with "entry" as (
    insert into "book_entry" ("kind", "fact", "hash", "at")
      select 'payment', "id"::text, "hash", "closedAt" from "stored" where "asset" is not null order by "closedAt", "id"
      on conflict ("kind", "fact") do nothing returning "id", "fact")
  insert into "book_posting" ("entryId", "side", "account", "network", "asset", "heldAt", "units")
    select e."id", side."name", case side."name" when 'gets' then 'ledger:' || p."network" || ':' || p."toAddress" else side."claim" end,
      p."network", p."asset"::text::"BookAsset", p."toAddress", case side."name" when 'gets' then side."units" else -side."units" end
    from "entry" e join "stored" p on p."id"::text = e."fact",
      lateral (select "name", "units_of"(p."amount", p."asset"::text) as "units",
        "claim_of"(row(p.*)::"ledger_payment") as "claim" from (values ('gets'), ('gives')) v ("name")) side
    where side."units" <> 0;
  return null;
end $$;
create trigger "ledger_payment_book_stored" after insert on "ledger_payment" referencing new table as "stored"
  for each statement execute function "book_stored_payments"();

-- Both sides of an entry are written by one statement, and looked at with it.
drop trigger "book_posting_balances" on "book_posting";
create or replace function "entry_balances"() returns trigger language plpgsql as $$
declare
  entry bigint;
begin
  select p."entryId" into entry from "book_posting" p where p."entryId" in (select "entryId" from "posted")
    group by p."entryId"
    having count(*) <> 2 or sum(p."units") <> 0 or count(distinct p."asset") <> 1
      or count(distinct p."network") > 1 or count(distinct p."heldAt") > 1
    limit 1;
  if entry is not null then
    raise exception 'entry % does not balance', entry;
  end if;
  return null;
end $$;
create trigger "book_posting_balances" after insert on "book_posting" referencing new table as "posted"
  for each statement execute function "entry_balances"();

-- Next to nothing that does not count is gathered: one open case for each account, asset, reason and reference (`gatherKey`), of so
-- many payments (`payments`) that ending it stays one short act; the next one begins another case.
alter table "payment_case" add column "payments" integer not null default 1;
alter table "payment_case" add column "gatherKey" text;
create function "gather_into_open_case"() returns trigger language plpgsql as $$
begin
  if new."closedAt" is not null then
    new."gatherKey" := null;
  end if;
  return new;
end $$;
create trigger "payment_case_gathers_while_open" before update of "closedAt" on "payment_case"
  for each row execute function "gather_into_open_case"();

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

-- What pages show of payments and cases has changed when the row of their escrow, or of their quote, was written: it tells the news, too.
drop trigger "ledger_payment_news" on "ledger_payment";
drop function "tell_news_of_payment"();
create or replace function "tell_news_of_case"() returns trigger language plpgsql as $$
begin
  update "escrow" e set "receivedAmount" = e."receivedAmount" from "ledger_payment" p
    where p."id" = new."ledgerPaymentId" and e."id" = p."escrowId";
  update "fee_quote" q set "receivedAmount" = q."receivedAmount" from "ledger_payment" p
    where p."id" = new."ledgerPaymentId" and q."id" = p."feeQuoteId";
  perform "tell_news"('fee', q."userId") from "fee_quote" q where q."id" = new."feeQuoteId";
  return null;
end $$;

create or replace function "news_version_of_escrow"("of_id" uuid) returns text language sql stable as $$
  select md5(concat_ws('|', e.xmin::text,
    (select string_agg(o.xmin::text, ',' order by o."id") from "payout" o where o."escrowId" = e."id"),
    (select string_agg(s.xmin::text, ',' order by s."id") from "stated_payment" s where s."escrowId" = e."id"),
    (select string_agg(d.xmin::text, ',' order by d."id") from "escrow_document" d where d."escrowId" = e."id"),
    (select c.xmin::text from "escrow_contract" c where c."escrowId" = e."id"),
    (select string_agg(r.xmin::text, ',' order by r."id") from "refund_request" r where r."escrowId" = e."id"),
    (select string_agg(d.xmin::text, ',' order by d."id") from "dispute" d where d."escrowId" = e."id"),
    (select string_agg(v.xmin::text, ',' order by v."id") from "view_link" v where v."escrowId" = e."id"),
    (select count(*)::text from "audit_event" a where a."escrowId" = e."id"),
    (select string_agg(concat_ws('/', l."id", l."sentAt", l."givenUpAt", l."withheldFor"), ',' order by l."id")
      from "outbox_letter" l where l."escrowId" = e."id" and l."senderId" is not null),
    case e."heldBy" when 'ledger' then concat_ws('|',
      (select string_agg(concat_ws('/', a."id", a."supersededAt", a."openedAt", a."condition"), ',' order by a."id")
        from "hold_agreement" a where a."escrowId" = e."id"),
      (select string_agg(concat_ws('/', k."id", k."differences", k."counts", k."end"), ',' order by k."id")
        from "hold_lock" k where k."escrowId" = e."id"),
      (select string_agg(concat_ws('/', x."id", x."state",
        (select count(*) from "hold_signature" s where s."exitId" = x."id")), ',' order by x."id")
        from "hold_exit" x where x."escrowId" = e."id")) end))
  from "escrow" e where e."id" = of_id
$$;

create or replace function "news_version_of_fee"("of_id" uuid) returns text language sql stable as $$
  with "quote" as (
    select q."id", q.xmin::text as "written" from "fee_quote" q where q."userId" = of_id
    order by q."createdAt" desc, q."id" desc limit 20)
  select md5(concat_ws('|', u."id",
    (select string_agg(q."written", ',' order by q."id") from "quote" q),
    (select string_agg(c.xmin::text, ',' order by c."id") from "payment_case" c
      where c."feeQuoteId" in (select "id" from "quote"))))
  from "user" u where u."id" = of_id
$$;

-- As before; what lists other payments, too, ends with them.
create or replace function "payments_before_references"() returns setof "ledger_payment" stable language sql as $$
  select p.* from "ledger_payment" p
    join "payment_case" c on c."ledgerPaymentId" = p."id" and c."payments" = 1
    cross join (select min("createdAt") as "at" from "payment_reference") first_reference
  where p."asset" is not null and p."problem" is not null and not p."toFloat" and num_nonnulls(p."escrowId", p."feeQuoteId") = 0
    and (p."memo" is null or p."memo" !~ '^[1-9][0-9]{0,9}$')
    and (c."closedAt" is null or c."end" = 'kept')
    and coalesce(least(p."seenAt", p."closedAt" + interval '1 minute') < first_reference."at", true) $$;

-- Of cases that may still be ended those that list several: few. Those that are over stay as they are.
do $$
begin
  update "payment_case" c set "payments" = 1 + g."count"
    from (select "caseId", count(*) as "count" from "gathered_payment" group by "caseId") g
    where g."caseId" = c."id" and (c."closedAt" is null or c."end" = 'kept');
end $$;

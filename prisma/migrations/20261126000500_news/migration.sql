-- Whoever waits on a page hears that something has changed, and asks for the page then (docs/decisions/054). What is told is a
-- name ('escrow:<id>', 'fee:<user id>', 'session:<id>'), never a value: whoever hears it may still not see the row.
-- A trigger is made in no time, but waits for those who write; and nobody should wait for it.
set local lock_timeout = '3s';

create function "tell_news"("of_kind" text, "of_id" uuid) returns void language sql as $$
  -- The same name told twice in one transaction is heard once.
  select pg_notify('quayside_news', of_kind || ':' || of_id) where of_id is not null
$$;

create function "tell_news_of_escrow_row"() returns trigger language plpgsql as $$
begin
  perform "tell_news"('escrow', new."id");
  return null;
end $$;
create trigger "escrow_news" after insert or update on "escrow"
  for each row execute function "tell_news_of_escrow_row"();

-- Rows that belong to an escrow.
create function "tell_news_of_escrow"() returns trigger language plpgsql as $$
begin
  perform "tell_news"('escrow', case when tg_op = 'DELETE' then old."escrowId" else new."escrowId" end);
  return null;
end $$;
create trigger "payout_news" after insert or update on "payout"
  for each row when (new."escrowId" is not null) execute function "tell_news_of_escrow"();
create trigger "stated_payment_news" after insert or update or delete on "stated_payment"
  for each row execute function "tell_news_of_escrow"();
create trigger "escrow_document_news" after insert or update or delete on "escrow_document"
  for each row execute function "tell_news_of_escrow"();
create trigger "escrow_contract_news" after insert or update on "escrow_contract"
  for each row execute function "tell_news_of_escrow"();
create trigger "refund_request_news" after insert or update on "refund_request"
  for each row execute function "tell_news_of_escrow"();
create trigger "dispute_news" after insert or update on "dispute"
  for each row execute function "tell_news_of_escrow"();
create trigger "view_link_news" after insert or update on "view_link"
  for each row execute function "tell_news_of_escrow"();
create trigger "audit_event_news" after insert on "audit_event"
  for each row when (new."escrowId" is not null) execute function "tell_news_of_escrow"();
-- Letters to the other side: their pages say whether they went. Those that are tried again say nothing new.
create trigger "outbox_letter_news" after insert on "outbox_letter"
  for each row when (new."escrowId" is not null and new."senderId" is not null)
  execute function "tell_news_of_escrow"();
create trigger "outbox_letter_fate_news" after update on "outbox_letter"
  for each row when (
    new."escrowId" is not null and new."senderId" is not null
    and (new."sentAt", new."givenUpAt", new."withheldFor") is distinct from (old."sentAt", old."givenUpAt", old."withheldFor"))
  execute function "tell_news_of_escrow"();
create trigger "outbox_letter_dropped_news" after delete on "outbox_letter"
  for each row when (old."escrowId" is not null and old."senderId" is not null)
  execute function "tell_news_of_escrow"();

-- Money: for an escrow, or for somebody's fee. Most of what arrives is neither, and costs nothing here.
create function "tell_news_of_payment"() returns trigger language plpgsql as $$
begin
  perform "tell_news"('escrow', new."escrowId");
  if new."feeQuoteId" is not null then
    perform "tell_news"('fee', q."userId") from "fee_quote" q where q."id" = new."feeQuoteId";
  end if;
  return null;
end $$;
create trigger "ledger_payment_news" after insert or update on "ledger_payment"
  for each row when (new."escrowId" is not null or new."feeQuoteId" is not null)
  execute function "tell_news_of_payment"();

create function "tell_news_of_quote"() returns trigger language plpgsql as $$
begin
  perform "tell_news"('fee', new."userId");
  return null;
end $$;
create trigger "fee_quote_news" after insert or update on "fee_quote"
  for each row execute function "tell_news_of_quote"();

create function "tell_news_of_case"() returns trigger language plpgsql as $$
begin
  perform "tell_news"('escrow', p."escrowId") from "ledger_payment" p where p."id" = new."ledgerPaymentId";
  perform "tell_news"('fee', q."userId") from "fee_quote" q
    where q."id" = new."feeQuoteId"
      or q."id" = (select p."feeQuoteId" from "ledger_payment" p where p."id" = new."ledgerPaymentId");
  return null;
end $$;
create trigger "payment_case_news" after insert or update on "payment_case"
  for each row execute function "tell_news_of_case"();

-- Whoever is signed out, or shut out, hears nothing any more.
create function "tell_end_of_session"() returns trigger language plpgsql as $$
begin
  perform "tell_news"('session', old."id");
  return null;
end $$;
create trigger "session_end_news" after delete on "session"
  for each row execute function "tell_end_of_session"();

-- The version of all that a page shows of an escrow, or of a person's fee: another one after each change that is told above.
-- xmin is the transaction that wrote a row, so nothing has to be counted up where money is written. Null: there is no such row.
create function "news_version_of_escrow"("of_id" uuid) returns text language sql stable as $$
  select md5(concat_ws('|', e.xmin::text,
    (select string_agg(p.xmin::text, ',' order by p."id") from "ledger_payment" p where p."escrowId" = e."id"),
    (select string_agg(c.xmin::text, ',' order by c."id") from "payment_case" c
      join "ledger_payment" p on p."id" = c."ledgerPaymentId" where p."escrowId" = e."id"),
    (select string_agg(o.xmin::text, ',' order by o."id") from "payout" o where o."escrowId" = e."id"),
    (select string_agg(s.xmin::text, ',' order by s."id") from "stated_payment" s where s."escrowId" = e."id"),
    (select string_agg(d.xmin::text, ',' order by d."id") from "escrow_document" d where d."escrowId" = e."id"),
    (select c.xmin::text from "escrow_contract" c where c."escrowId" = e."id"),
    (select string_agg(r.xmin::text, ',' order by r."id") from "refund_request" r where r."escrowId" = e."id"),
    (select string_agg(d.xmin::text, ',' order by d."id") from "dispute" d where d."escrowId" = e."id"),
    (select string_agg(v.xmin::text, ',' order by v."id") from "view_link" v where v."escrowId" = e."id"),
    (select count(*)::text from "audit_event" a where a."escrowId" = e."id"),
    (select string_agg(concat_ws('/', l."id", l."sentAt", l."givenUpAt", l."withheldFor"), ',' order by l."id")
      from "outbox_letter" l where l."escrowId" = e."id" and l."senderId" is not null)))
  from "escrow" e where e."id" = of_id
$$;

-- The newest orders are those that a page shows; nobody makes the reading of them long by ordering without end.
create function "news_version_of_fee"("of_id" uuid) returns text language sql stable as $$
  with "quote" as (
    select q."id", q.xmin::text as "written" from "fee_quote" q where q."userId" = of_id
    order by q."createdAt" desc, q."id" desc limit 20)
  select md5(concat_ws('|', u."id",
    (select string_agg(q."written", ',' order by q."id") from "quote" q),
    (select string_agg(p.xmin::text, ',' order by p."id") from "ledger_payment" p
      where p."feeQuoteId" in (select "id" from "quote")),
    (select string_agg(c.xmin::text, ',' order by c."id") from "payment_case" c
      where c."feeQuoteId" in (select "id" from "quote")),
    (select string_agg(c.xmin::text, ',' order by c."id") from "payment_case" c
      join "ledger_payment" p on p."id" = c."ledgerPaymentId" where p."feeQuoteId" in (select "id" from "quote"))))
  from "user" u where u."id" = of_id
$$;

-- A digest of the fees that pages show of a person (decision 054): the 20 newest quotes and their cases; null: no such person. The limit keeps it fast.
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

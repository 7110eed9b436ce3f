-- A digest of everything that pages show of an escrow, different after each change that tell_news reports (decision 054); null: no such escrow. Uses xmin, the
-- transaction that last wrote a row, instead of a counter. Of on-chain tables only the columns count that pages show.
create or replace function "news_version_of_escrow"("of_id" uuid) returns text language sql stable as $$
  select md5(concat_ws('|', e.xmin::text,
    (select string_agg(o.xmin::text, ',' order by o."id") from "transfer" o where o."escrowId" = e."id" and o."lockId" is null),
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
      (select string_agg(concat_ws('/', a."id", a."supersededAt", a."openedAt"), ',' order by a."id")
        from "hold_agreement" a where a."escrowId" = e."id"),
      (select exists (select 1 from "hold_draft" d where d."escrowId" = e."id" and d."endedAt" is null))::text,
      (select string_agg(concat_ws('/', w."id", w."endedAt"), ',' order by w."id")
        from "hold_wallet_change" w where w."escrowId" = e."id"),
      (select string_agg(concat_ws('/', k."id", k."differences", k."counts", k."end"), ',' order by k."id")
        from "hold_lock" k where k."escrowId" = e."id"),
      (select string_agg(concat_ws('/', b."id", b."signedAt", b."endedAt"), ',' order by b."id")
        from "hold_return" b where b."escrowId" = e."id"),
      (select string_agg(concat_ws('/', x."id", x."state",
        (select count(*) from "hold_signature" s where s."exitId" = x."id"),
        (select concat_ws('/', c."wallet", c."endedAt") from "hold_closing" c where c."exitId" = x."id"),
        (select string_agg(concat_ws('/', h."balanceId", h."takenBy"), ',' order by h."balanceId")
          from "hold_share" h where h."exitId" = x."id")), ',' order by x."id")
        from "transfer" x where x."escrowId" = e."id" and x."lockId" is not null),
      (select string_agg(concat_ws('/', r."id", r."clearedAt"), ',' order by r."id")
        from "hold_clearance" r where r."escrowId" = e."id"),
      (select p."draftedAt"::text from "approval_draft" p where p."escrowId" = e."id")) end))
  from "escrow" e where e."id" = of_id
$$;

-- A draft is stored before a wallet signs it, and offered once: for an opened current agreement of an escrow neither funded nor over, without a pending request
-- for another wallet, at most 20 in 24 hours (decision 120).
create or replace function "keep_hold_draft"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  a "hold_agreement"%rowtype;
begin
  if tg_op = 'UPDATE' and old."offeredAt" is not null then
    return new;
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  select * into strict a from "hold_agreement" where "id" = new."agreementId";
  perform "public"."refuse_if"((new."network" = 'xrpl') <> (e."currency" = 'XRP'), format('draft %s is not of this ledger', new."id"));
  perform "public"."refuse_if"(a."supersededAt" is not null or a."closedAt" is not null or e."cancelledAt" is not null or e."verifiedAt" is not null,
    format('nothing is offered any more for agreement %s', a."id"));
  if new."offeredAt" is null then
    return new;
  end if;
  perform "public"."refuse_if"(a."openedAt" is null, format('agreement %s is not ready', a."id"));
  perform "public"."refuse_if"(exists (select 1 from "hold_wallet_change" where "escrowId" = e."id" and "endedAt" is null and "until" > new."offeredAt"),
    format('another wallet was asked for in the place of that of agreement %s', a."id"));
  perform "public"."refuse_if"((select count(*) from "hold_draft" where "agreementId" = a."id" and "offeredAt" > new."offeredAt" - interval '24 hours') >= 20,
    format('agreement %s has had its drafts of a day', a."id"));
  return new;
end $$;

create trigger "hold_draft_keep" before insert or update on "hold_draft" for each row execute function "keep_hold_draft"();

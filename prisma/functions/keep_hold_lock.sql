-- A deposit counts only for the current agreement, before the deadline, for an escrow neither funded nor over, and alone under its condition: a release
-- publishes the secret of all deposits under it (decisions 087, 120).
create or replace function "keep_hold_lock"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  a "hold_agreement"%rowtype;
begin
  if tg_op = 'UPDATE' and not "differ"(old, new, 'lookedAt') then
    return new;
  end if;
  select * into strict e from "escrow" where "id" = new."escrowId" for update;
  select * into strict a from "hold_agreement" where "id" = new."agreementId";
  if tg_op = 'INSERT' then
    perform "public"."refuse_if"((new."balanceId" is null) <> (e."currency" = 'XRP') or a."openedAt" is null,
      format('nothing can be locked for agreement %s', a."id"));
    perform "public"."refuse_if"(new."draftId" is not null
        and not exists (select 1 from "hold_draft" where "id" = new."draftId" and "agreementId" = a."id" and "offeredAt" is not null),
      format('lock %s is of no draft of agreement %s', new."hash", a."id"));
  end if;
  if new."counts" and (tg_op = 'INSERT' or not old."counts") then
    perform "public"."refuse_if"(a."supersededAt" is not null or a."closedAt" is not null,
      format('lock %s is for a wallet that is agreed no more', new."hash"));
    perform "public"."refuse_if"(new."end" is not null or e."cancelledAt" is not null or e."verifiedAt" is not null
        or not exists (select 1 from "hold" where "escrowId" = e."id" and "deadline" > new."lockedAt"),
      format('lock %s is too late for escrow %s', new."hash", e."transactionId"));
    -- Its secret would also release the other deposit, of which the page says that it goes back.
    perform "public"."refuse_if"(new."draftId" is not null and exists (select 1 from "hold_lock" where "draftId" = new."draftId" and "id" <> new."id"),
      format('the condition of lock %s has locked something else before', new."hash"));
  end if;
  perform "public"."refuse_if"(new."end" = 'divided' and e."currency" = 'XRP', format('escrow %s cannot have been divided', e."transactionId"));
  return new;
end $$;

create trigger "hold_lock_keep" before insert or update on "hold_lock" for each row execute function "keep_hold_lock"();

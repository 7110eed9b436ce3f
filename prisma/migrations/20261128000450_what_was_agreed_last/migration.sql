-- What both sides agreed last counts, and holds until it is used up; what nobody can answer any more has ended
-- (docs/decisions/072, 076).
set local lock_timeout = '3s';

-- As before; more time to examine holds whatever turn of the same examination runs out, until a notice uses it up; and an
-- amendment of the step that was agreed later takes the place of any more time.
create or replace function "keep_clock"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'clocks are never deleted';
  end if;
  perform 1 from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'INSERT' then
    if new."endedAt" is not null then
      raise exception 'a clock begins running';
    end if;
    return new;
  end if;
  if old."endedAt" is not null and new is distinct from old then
    raise exception 'clock % has ended', old."id";
  end if;
  if (to_jsonb(new) - array['nextAt', 'endedAt', 'end']) <> (to_jsonb(old) - array['nextAt', 'endedAt', 'end']) then
    raise exception 'clock % stays what it is', old."id";
  end if;
  if new."end" = 'ran_out' and exists (
    select 1 from "time_request" t where t."escrowId" = new."escrowId"
      and t."step" = case new."kind" when 'grace' then 'present' when 'last_notice' then 'examine' else new."kind" end
      and ((t."answer" is null and t."since" = new."turnSince" and t."askedAt" > new."endedAt" - interval '48 hours')
        or (t."answer" = 'agreed' and t."until" > new."endedAt"
          and not exists (select 1 from "amendment" a where a."escrowId" = t."escrowId" and a."answer" = 'agreed'
            and a."answeredAt" >= t."answeredAt"
            and case t."step" when 'fund' then a."fundBy" is not null when 'present' then a."presentBy" is not null
              else a."examineDays" is not null end)
          and not (t."step" = 'examine' and exists (select 1 from "examination" x where x."escrowId" = t."escrowId"
            and x."withdrawnAt" is null and x."givenAt" >= t."answeredAt"))))
  ) then
    raise exception 'clock % has more time, or waits for the answer to whether it has', old."id";
  end if;
  if new."end" = 'ran_out' and exists (select 1 from "dispute" where "escrowId" = new."escrowId" and "decision" is null) then
    raise exception 'clock % stands still while Quayside decides', old."id";
  end if;
  return new;
end $$;

-- Up to which close time of the ledger everything that reached the account is stored; null until a server was read to its end.
alter table "ledger_cursor" add column "completeTo" timestamptz(3);

-- What the trade has overtaken: nobody answers it any more.
alter table "amendment" drop constraint "amendment_answer_known", drop constraint "amendment_answered_by_whom";
alter table "amendment" add constraint "amendment_answer_known" check (
  ("answer" is null) = ("answeredAt" is null) and coalesce("answer" in ('agreed', 'declined', 'withdrawn', 'superseded'), true)
  and ("answeredById" is not null) = (coalesce("answer", 'superseded') <> 'superseded')) not valid;
alter table "amendment" add constraint "amendment_answered_by_whom" check (
  coalesce("answer", 'superseded') = 'superseded' or ("answer" = 'withdrawn') = ("answeredById" = "proposedById")) not valid;

create function "end_proposals"("of_escrow" uuid, "of_moment" timestamptz) returns void language sql as $$
  update "amendment" set "answer" = 'superseded', "answeredAt" = "of_moment" where "escrowId" = "of_escrow" and "answer" is null;
$$;
create function "end_waiver"("of_escrow" uuid, "of_moment" timestamptz) returns void language sql as $$
  update "waiver_request" set "answer" = 'overtaken', "answeredAt" = "of_moment" where "escrowId" = "of_escrow" and "answer" is null;
$$;

create function "escrow_ends_proposals"() returns trigger language plpgsql as $$
begin
  perform "end_proposals"(new."id", greatest(new."cancelledAt", new."refundOpenedAt", new."decidedAt"));
  if new."refundOpenedAt" is not null then
    perform "end_waiver"(new."id", new."refundOpenedAt");
  end if;
  return null;
end $$;
create trigger "escrow_ends_proposals" after update on "escrow" for each row when (
    (new."cancelledAt", new."refundOpenedAt") is distinct from (old."cancelledAt", old."refundOpenedAt")
    or (new."documentApprovalStatus" = 'Approved' and old."documentApprovalStatus" <> 'Approved'))
  execute function "escrow_ends_proposals"();

create function "dispute_ends_proposals"() returns trigger language plpgsql as $$
begin
  perform "end_proposals"(new."escrowId", new."decidedAt");
  perform "end_waiver"(new."escrowId", new."decidedAt");
  return null;
end $$;
create trigger "dispute_ends_proposals" after update of "decision" on "dispute"
  for each row when (new."decision" in ('release', 'refund', 'split')) execute function "dispute_ends_proposals"();

create function "refund_ends_proposals"() returns trigger language plpgsql as $$
begin
  perform "end_proposals"(new."escrowId", new."answeredAt");
  perform "end_waiver"(new."escrowId", new."answeredAt");
  return null;
end $$;
create trigger "refund_request_ends_proposals" after update of "answer" on "refund_request"
  for each row when (new."answer" = 'agreed') execute function "refund_ends_proposals"();

-- Of a trade that named no seller anybody who held its ID could ask for a change: when somebody is bound, those of others end.
create function "seller_ends_proposals_of_others"() returns trigger language plpgsql as $$
begin
  update "amendment" set "answer" = 'superseded', "answeredAt" = greatest("proposedAt", new."updatedAt")
    where "escrowId" = new."id" and "answer" is null and "proposedById" not in (new."buyerId", new."sellerId");
  return null;
end $$;
create trigger "escrow_seller_ends_proposals_of_others" after update of "sellerId" on "escrow"
  for each row when (old."sellerId" is null and new."sellerId" is not null) execute function "seller_ends_proposals_of_others"();

-- Dates that both sides of a trade go by, and the clocks that run by them. An escrow without a row in "trade_dates" has
-- neither, and goes on as before (docs/decisions/071, 072).
set local lock_timeout = '3s';

create table "trade_dates" (
  "escrowId" uuid not null,
  "fundBy" timestamptz(3) not null,
  "presentBy" timestamptz(3) not null,
  -- Working days.
  "examineDays" integer not null,
  -- What follows when documents are not examined: Quayside decides, or they count as accepted.
  "onSilence" text not null,
  "createdAt" timestamptz(3) not null,
  constraint "trade_dates_pkey" primary key ("escrowId"),
  constraint "trade_dates_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade,
  constraint "trade_dates_examine_days" check ("examineDays" between 1 and 30),
  constraint "trade_dates_silence_known" check ("onSilence" in ('quayside', 'accepted'))
);

-- A clock is a row, not a timer: whose turn, until when. It runs until "endedAt", and is never changed after that.
create table "escrow_clock" (
  "id" uuid not null,
  "escrowId" uuid not null,
  "kind" text not null,
  "owner" text not null,
  -- Since when it runs by the dates that stand: an extension begins anew. With the kind its name.
  "since" timestamptz(3) not null,
  -- When the turn began that it measures, whatever extended it: by this a request for more time is its own.
  "turnSince" timestamptz(3) not null,
  "startedAt" timestamptz(3) not null,
  "dueAt" timestamptz(3) not null,
  -- When it is next looked at: for a reminder, or because it is due.
  "nextAt" timestamptz(3) not null,
  "endedAt" timestamptz(3),
  -- moved: something happened, was extended or put before Quayside. ran_out: what was agreed for that was carried out.
  "end" text,
  constraint "escrow_clock_pkey" primary key ("id"),
  constraint "escrow_clock_escrowId_fkey" foreign key ("escrowId") references "trade_dates" ("escrowId") on delete restrict on update cascade,
  constraint "escrow_clock_kind_known" check ("kind" in ('fund', 'present', 'examine', 'grace', 'last_notice')),
  constraint "escrow_clock_owner_known" check ("owner" in ('buyer', 'seller')),
  constraint "escrow_clock_end_known" check (("end" is null) = ("endedAt" is null) and coalesce("end" in ('moved', 'ran_out'), true)),
  -- No outcome before its time.
  constraint "escrow_clock_not_before_time" check ("end" is distinct from 'ran_out' or "endedAt" >= "dueAt")
);
-- One clock of an escrow runs at a time, and what a clock measures runs out once.
create unique index "escrow_clock_running" on "escrow_clock" ("escrowId") where "endedAt" is null;
create unique index "escrow_clock_runs_out_once" on "escrow_clock" ("escrowId", "kind", "since") where "end" = 'ran_out';
create index "escrow_clock_of_escrow" on "escrow_clock" ("escrowId");
create index "escrow_clock_next" on "escrow_clock" ("nextAt") where "endedAt" is null;

-- Whose turn it is asks once for more time; the other side answers within 48 hours, and no answer is a no.
create table "time_request" (
  "id" uuid not null,
  "escrowId" uuid not null,
  -- fund, present or examine, and since when it was the asker's turn.
  "step" text not null,
  "since" timestamptz(3) not null,
  "askedById" uuid not null,
  "reason" text not null,
  "until" timestamptz(3) not null,
  "askedAt" timestamptz(3) not null,
  "answer" text,
  "answeredAt" timestamptz(3),
  constraint "time_request_pkey" primary key ("id"),
  constraint "time_request_escrowId_fkey" foreign key ("escrowId") references "trade_dates" ("escrowId") on delete restrict on update cascade,
  constraint "time_request_askedById_fkey" foreign key ("askedById") references "user" ("id") on delete restrict on update cascade,
  constraint "time_request_step_known" check ("step" in ('fund', 'present', 'examine')),
  constraint "time_request_answer_known" check (("answer" is null) = ("answeredAt" is null) and coalesce("answer" in ('agreed', 'declined'), true)),
  constraint "time_request_answered_in_time" check ("answeredAt" is null or "answeredAt" <= "askedAt" + interval '48 hours')
);
create unique index "time_request_once" on "time_request" ("escrowId", "step", "since");
create index "time_request_of_asker" on "time_request" ("askedById");

-- When nothing was presented in time: the money is the buyer's again, as soon as a wallet is stated.
alter table "escrow" add column "refundOpenedAt" timestamptz(3);
-- Not funded in time: over like one that was called off, by nobody's decision.
alter table "escrow" add column "lapsedAt" timestamptz(3);
alter table "escrow" add constraint "escrow_lapsed_is_over"
  check ("lapsedAt" is null or "cancelledAt" is not null) not valid;
alter table "escrow" validate constraint "escrow_lapsed_is_over";

create function "keep_clock"() returns trigger language plpgsql as $$
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
  -- Of the same step and the same turn: what was asked for before has nothing to do with this clock.
  if new."end" = 'ran_out' and exists (
    select 1 from "time_request" where "escrowId" = new."escrowId" and "since" = new."turnSince"
      and "step" = case new."kind" when 'grace' then 'present' when 'last_notice' then 'examine' else new."kind" end
      and (("answer" is null and "askedAt" > new."endedAt" - interval '48 hours')
        or ("answer" = 'agreed' and "until" > new."endedAt"))
  ) then
    raise exception 'clock % has more time, or waits for the answer to whether it has', old."id";
  end if;
  if new."end" = 'ran_out' and exists (select 1 from "dispute" where "escrowId" = new."escrowId" and "decision" is null) then
    raise exception 'clock % stands still while Quayside decides', old."id";
  end if;
  return new;
end $$;
create trigger "escrow_clock_keep" before insert or update or delete on "escrow_clock"
  for each row execute function "keep_clock"();

create function "keep_time_request"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'requests for more time are never deleted';
  end if;
  if tg_op = 'INSERT' and new."answer" = 'declined' then
    raise exception 'a request for more time begins unanswered';
  end if;
  if tg_op = 'UPDATE' and (old."answer" is not null
      or (to_jsonb(new) - array['answer', 'answeredAt']) <> (to_jsonb(old) - array['answer', 'answeredAt'])) then
    raise exception 'request for more time % stays what it is', old."id";
  end if;
  return new;
end $$;
create trigger "time_request_keep" before insert or update or delete on "time_request"
  for each row execute function "keep_time_request"();

-- The refund opens only by a clock that ran out, while nothing else is decided, and stays open.
create function "keep_refund_opened"() returns trigger language plpgsql as $$
begin
  if old."refundOpenedAt" is not null then
    raise exception 'the refund of escrow % stays open', old."transactionId";
  end if;
  if not exists (select 1 from "escrow_clock" where "escrowId" = new."id" and "kind" = 'grace' and "end" = 'ran_out')
     or exists (select 1 from "dispute" where "escrowId" = new."id" and "decision" is null)
     or exists (select 1 from "payout" where "escrowId" = new."id" and "purpose" in ('release', 'refund')) then
    raise exception 'the refund of escrow % does not open', old."transactionId";
  end if;
  return new;
end $$;
create trigger "escrow_keep_refund_opened" before update of "refundOpenedAt" on "escrow"
  for each row when (new."refundOpenedAt" is distinct from old."refundOpenedAt") execute function "keep_refund_opened"();

-- What is open to the buyer is decided: nobody confirms, approves or opens a dispute any more.
create function "open_refund_stands"() returns trigger language plpgsql as $$
begin
  raise exception 'the refund of escrow % is open to its buyer', old."transactionId";
end $$;
create trigger "escrow_open_refund_stands" before update of "documentApprovalStatus", "confirmedAt", "payoutAddress" on "escrow"
  for each row when (old."refundOpenedAt" is not null and (new."documentApprovalStatus", new."confirmedAt", new."payoutAddress")
    is distinct from (old."documentApprovalStatus", old."confirmedAt", old."payoutAddress"))
  execute function "open_refund_stands"();
create function "dispute_needs_closed_refund"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "escrow" where "id" = new."escrowId" and "refundOpenedAt" is not null) then
    raise exception 'the refund of escrow % is open to its buyer', new."escrowId";
  end if;
  return new;
end $$;
create trigger "dispute_needs_closed_refund" before insert on "dispute"
  for each row execute function "dispute_needs_closed_refund"();

-- As before; a refund that was opened by a clock gives the right, too.
create or replace function "payout_needs_right"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  received numeric;
  others numeric;
  settled boolean;
  has_right boolean;
begin
  if tg_op = 'UPDATE' and (new."escrowId" <> old."escrowId" or new."purpose" <> old."purpose" or new."amount" <> old."amount"
      or new."asset" <> old."asset") then
    raise exception 'payout % stays what it is', old."id";
  end if;
  if tg_op = 'UPDATE' and (new."address" <> old."address" or new."memo" is distinct from old."memo")
     and exists (select 1 from "payout_attempt" where "payoutId" = old."id" and "state" in ('live', 'settled')) then
    raise exception 'payout % is on its way', old."id";
  end if;
  if tg_op = 'UPDATE' and old."purpose" = 'release' and (new."address" <> old."address" or new."memo" is distinct from old."memo")
     and (old."state" <> 'blocked' or old."blockedReason" = 'payout_failed') then
    raise exception 'payout % does not wait for a wallet', old."id";
  end if;
  select * into e from "escrow" where "id" = new."escrowId" for update;
  if new."asset" <> e."currency" then
    raise exception 'escrow % is held in %', e."id", e."currency";
  end if;

  if new."purpose" = 'release' then
    has_right := new."address" = e."payoutAddress" and new."memo" is not distinct from e."payoutMemo" and (
      (e."verifiedAt" is not null and e."confirmedAt" is not null and e."documentApprovalStatus" = 'Approved'
        and new."amount" = e."amount"
        and not exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" is null))
      or exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" in ('release', 'split') and "sellerAmount" = new."amount")
    );
  elsif new."purpose" = 'refund' then
    has_right := new."address" = e."refundAddress" and new."memo" is not distinct from e."refundMemo" and (
      (e."verifiedAt" is not null and new."amount" = e."amount" and (e."refundOpenedAt" is not null
        or exists (select 1 from "refund_request" where "escrowId" = e."id" and "answer" = 'agreed')))
      or exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" in ('refund', 'split') and "buyerAmount" = new."amount")
    );
  else
    has_right := new."address" = e."refundAddress" and new."memo" is not distinct from e."refundMemo";
  end if;
  if has_right is not true then
    raise exception 'escrow % owes no % of % to this wallet', e."id", new."purpose", new."amount";
  end if;

  select coalesce(-sum("units"), 0) into received from "book_posting"
    where "account" = 'escrow:' || e."id" and "side" = 'gives';
  select coalesce(sum("amount"), 0), coalesce(bool_or("purpose" in ('release', 'refund')), false) into others, settled
    from "payout" where "escrowId" = e."id" and "id" <> new."id";
  -- While nothing is decided the amount itself stays; only what is beyond it can be returned.
  if new."purpose"::text = 'return' and not settled and e."cancelledAt" is null then
    others := others + e."amount";
  end if;
  if "units_of"(others + new."amount", e."currency"::text) > received then
    raise exception 'escrow % has not received what would leave it', e."id";
  end if;
  return new;
end $$;

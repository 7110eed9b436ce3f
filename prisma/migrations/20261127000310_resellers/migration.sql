-- Resellers as people who are paid: who they are, what they have earned, and payouts that pay it, once and to the cent.

create table "reseller" (
  "id" uuid not null,
  -- What codes, quotes, earnings and the books call them.
  "resellerId" text not null,
  "name" text not null,
  "email" text,
  "locale" text not null default 'en',
  -- Where they are paid, and in what; all of it or nothing.
  "asset" "Asset",
  "address" text,
  "memo" text,
  -- Of the link to their page: the token itself is derived from the id and kept nowhere. None: it was revoked, or never made.
  "linkId" uuid,
  "linkTokenHash" text,
  "linkMadeAt" timestamptz(3),
  "createdAt" timestamptz(3) not null default now(),
  "updatedAt" timestamptz(3) not null default now(),
  constraint "reseller_pkey" primary key ("id"),
  constraint "reseller_wallet_whole" check (num_nonnulls("asset", "address") in (0, 2) and ("memo" is null or "address" is not null)),
  constraint "reseller_link_whole" check (num_nonnulls("linkId", "linkTokenHash", "linkMadeAt") in (0, 3)),
  constraint "reseller_link_needs_address" check ("linkId" is null or "email" is not null)
);
create unique index "reseller_resellerId_key" on "reseller" ("resellerId");
create unique index "reseller_email_key" on "reseller" ("email");
create unique index "reseller_linkTokenHash_key" on "reseller" ("linkTokenHash");
create index "reseller_newest_idx" on "reseller" ("createdAt", "id");

create function "keep_reseller"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'resellers are never deleted';
  end if;
  if (new."id", new."resellerId", new."createdAt") is distinct from (old."id", old."resellerId", old."createdAt") then
    raise exception 'reseller % stays who they are', old."resellerId";
  end if;
  return new;
end $$;
create trigger "reseller_keep" before update or delete on "reseller" for each row execute function "keep_reseller"();

-- Whoever writes a code or an earning, by whatever way, its reseller is on record.
create function "put_reseller_on_record"("of_id" text, "of_name" text, "of_email" text) returns void language plpgsql as $$
begin
  if not exists (select 1 from "reseller" where "resellerId" = "of_id") then
    insert into "reseller" ("id", "resellerId", "name", "email")
      values (gen_random_uuid(), "of_id", "of_name", lower("of_email")) on conflict do nothing;
    -- The address is another one's already.
    insert into "reseller" ("id", "resellerId", "name") values (gen_random_uuid(), "of_id", "of_name") on conflict do nothing;
  end if;
end $$;
create function "code_has_reseller"() returns trigger language plpgsql as $$
begin
  perform "put_reseller_on_record"(new."resellerId", new."resellerName", new."resellerEmail");
  return new;
end $$;
create trigger "reseller_code_has_reseller" before insert or update of "resellerId" on "reseller_code"
  for each row execute function "code_has_reseller"();
create function "earning_has_reseller"() returns trigger language plpgsql as $$
begin
  perform "put_reseller_on_record"(new."resellerId", new."resellerName", null);
  return new;
end $$;
create trigger "reseller_earning_has_reseller" before insert on "reseller_earning"
  for each row execute function "earning_has_reseller"();

do $$
begin
  perform "put_reseller_on_record"(c."resellerId", c."resellerName", c."resellerEmail")
    from (select * from "reseller_code" order by "createdAt", "id") c;
  perform "put_reseller_on_record"(e."resellerId", e."resellerName", null)
    from (select distinct on ("resellerId") * from "reseller_earning" order by "resellerId", "createdAt") e;
end $$;

alter table "reseller_code" add constraint "reseller_code_resellerId_fkey"
  foreign key ("resellerId") references "reseller" ("resellerId") on delete restrict on update restrict;
create index "reseller_code_resellerId_idx" on "reseller_code" ("resellerId");

-- A payout of earnings: their sum at the price of the moment. `payout` carries it out.
create table "reseller_payout" (
  "id" uuid not null,
  "resellerId" text not null,
  "amountUsd" numeric(20, 2) not null,
  "asset" "Asset" not null,
  "amount" numeric(30, 7) not null,
  "priceUsd" numeric(20, 10) not null,
  "priceSource" text not null,
  "priceAt" timestamptz(3) not null,
  -- The account of the fees that pays it.
  "account" text not null,
  "address" text not null,
  "memo" text,
  "reason" text not null,
  "madeById" uuid not null,
  "madeAt" timestamptz(3) not null default now(),
  constraint "reseller_payout_pkey" primary key ("id"),
  constraint "reseller_payout_resellerId_fkey" foreign key ("resellerId") references "reseller" ("resellerId") on delete restrict on update restrict,
  constraint "reseller_payout_madeById_fkey" foreign key ("madeById") references "user" ("id") on delete restrict on update cascade,
  -- The sum at the price, cut to whole units: never more than was earned, and less by no unit.
  constraint "reseller_payout_is_worth_it" check ("amountUsd" > 0 and "amount" > 0 and "priceUsd" > 0
    and "has_places"("amount", "asset"::text) and "amount" * "priceUsd" <= "amountUsd"
    and ("amount" + 1 / 10::numeric ^ "places_of"("asset"::text)) * "priceUsd" > "amountUsd")
);
create index "reseller_payout_of_reseller_idx" on "reseller_payout" ("resellerId", "madeAt", "id");

alter table "reseller_earning"
  -- Told when it was earned: from then on it can be paid, unless the fee was paid back by then.
  add column "payableFrom" timestamptz(3),
  add column "resellerPayoutId" uuid,
  add column "paidHash" text,
  add column "paidAt" timestamptz(3),
  add column "reversedAt" timestamptz(3),
  add column "reversedFor" text,
  add column "reversedById" uuid,
  add column "reverseReason" text,
  -- Of the payment that gave the fee back.
  add column "reverseHash" text;
alter table "reseller_earning" add constraint "reseller_earning_resellerId_fkey"
  foreign key ("resellerId") references "reseller" ("resellerId") on delete restrict on update restrict not valid;
alter table "reseller_earning" add constraint "reseller_earning_resellerPayoutId_fkey"
  foreign key ("resellerPayoutId") references "reseller_payout" ("id") on delete restrict on update restrict not valid;
alter table "reseller_earning" add constraint "reseller_earning_reversedById_fkey"
  foreign key ("reversedById") references "user" ("id") on delete restrict on update cascade not valid;
alter table "reseller_earning" add constraint "reseller_earning_state_whole" check (
  "status" in ('accrued', 'payable', 'paid', 'reversed')
  and ("resellerPayoutId" is null or "status" in ('payable', 'paid'))
  and ("status" = 'paid') = ("paidHash" is not null) and ("status" = 'paid') = ("paidAt" is not null)
  and ("status" <> 'paid' or "resellerPayoutId" is not null)
  and num_nonnulls("reversedAt", "reversedFor", "reversedById", "reverseReason") = case when "status" = 'reversed' then 4 else 0 end
  and ("reversedFor" is null or "reversedFor" in ('fee_paid_back', 'not_earned'))
  and ("reverseHash" is not null) = coalesce("reversedFor" = 'fee_paid_back', false)) not valid;

-- accrued → payable → paid, or reversed before it is in a payout. Nothing goes back, and no earning is in two payouts.
create function "keep_earning"() returns trigger language plpgsql as $$
declare
  moving constant text[] := array['status', 'payableFrom', 'resellerPayoutId', 'paidHash', 'paidAt', 'reversedAt', 'reversedFor',
    'reversedById', 'reverseReason', 'reverseHash'];
begin
  if tg_op = 'DELETE' then
    raise exception 'earnings are never deleted';
  end if;
  if (to_jsonb(new) - moving) <> (to_jsonb(old) - moving) then
    raise exception 'earning % stays what it is', old."id";
  end if;
  if old."payableFrom" is not null and new."payableFrom" is distinct from old."payableFrom" then
    raise exception 'earning % was promised for %', old."id", old."payableFrom";
  end if;
  if old."resellerPayoutId" is not null and new."resellerPayoutId" is distinct from old."resellerPayoutId" then
    raise exception 'earning % is in a payout', old."id";
  end if;
  if old."status" <> new."status" and not (
    (old."status" = 'accrued' and new."status" in ('payable', 'reversed'))
    or (old."status" = 'payable' and new."status" = 'paid')
    or (old."status" = 'payable' and new."status" = 'reversed' and old."resellerPayoutId" is null)
  ) then
    raise exception 'earning % does not go from % to %', old."id", old."status", new."status";
  end if;
  if old."status" = new."status" and old."status" in ('paid', 'reversed') and to_jsonb(new) <> to_jsonb(old) then
    raise exception 'earning % is over', old."id";
  end if;
  if new."status" = 'paid' and old."status" <> 'paid' and not exists (
    select 1 from "payout" where "resellerPayoutId" = new."resellerPayoutId" and "state" = 'confirmed'
      and "settledHash" = new."paidHash"
  ) then
    raise exception 'earning % is not paid by %', old."id", new."paidHash";
  end if;
  return new;
end $$;
create trigger "reseller_earning_keep" before update or delete on "reseller_earning"
  for each row execute function "keep_earning"();

-- What is reversed is owed no more, and counts in no total of its code.
create function "reverse_earning"() returns trigger language plpgsql as $$
begin
  perform "book"('commission_reversed', new."id"::text, new."reverseHash", new."reversedAt", null, 'USD', null,
    'commission:' || new."resellerId", 'commission_cost', new."commissionUSD");
  update "reseller_code" set "totalEarned" = "totalEarned" - new."commissionUSD", "totalNetFees" = "totalNetFees" - new."feeNetUSD",
      "totalTxCount" = "totalTxCount" - 1, "lastUpdated" = new."reversedAt"
    where "id" = coalesce((select "id" from "reseller_code" where "id" = upper(new."code")),
      (select "id" from "reseller_code" where upper("code") = upper(new."code") order by "id" limit 1));
  return null;
end $$;
create trigger "reseller_earning_reverse" after update of "status" on "reseller_earning" for each row
  when (new."status" = 'reversed' and old."status" <> 'reversed') execute function "reverse_earning"();

alter table "payout" add column "resellerPayoutId" uuid;
alter table "payout" add constraint "payout_resellerPayoutId_fkey"
  foreign key ("resellerPayoutId") references "reseller_payout" ("id") on delete restrict on update cascade not valid;
alter table "payout" drop constraint "payout_of_escrow_or_case", drop constraint "payout_paid_from_known",
  drop constraint "payout_waits_for_something";
alter table "payout"
  add constraint "payout_of_one_thing" check (
    num_nonnulls("escrowId", "caseId", "resellerPayoutId") = 1 and ("purpose" = 'payback') = ("caseId" is not null)
    and ("purpose" = 'commission') = ("resellerPayoutId" is not null)) not valid,
  add constraint "payout_paid_from_known" check (
    ("paidFrom" = 'client' and "resellerPayoutId" is null)
    or ("paidFrom" = 'fee' and num_nonnulls("caseId", "resellerPayoutId") = 1)) not valid,
  add constraint "payout_waits_for_something" check ("waitsFor" in
    ('turn', 'stopped', 'cover', 'float', 'fees', 'second_operator', 'ledger', 'signer', 'held', 'no_key')) not valid;

create function "keep_reseller_payout"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (to_jsonb(new) - array['address', 'memo']) <> (to_jsonb(old) - array['address', 'memo']) then
    raise exception 'payout of earnings % stays what it is', old."id";
  end if;
  return new;
end $$;
create trigger "reseller_payout_keep" before update or delete on "reseller_payout"
  for each row execute function "keep_reseller_payout"();

-- At the end of the transaction: its earnings are of its reseller and sum up to it, and its payout pays it.
create function "reseller_payout_sums"() returns trigger language plpgsql as $$
declare
  r "reseller_payout"%rowtype;
  of_payout uuid := case tg_table_name when 'reseller_payout' then (to_jsonb(new) ->> 'id')::uuid
    else (to_jsonb(new) ->> 'resellerPayoutId')::uuid end;
  total numeric;
  strangers bigint;
begin
  select * into r from "reseller_payout" where "id" = of_payout;
  select coalesce(sum("commissionUSD"), 0), count(*) filter (where "resellerId" <> r."resellerId") into total, strangers
    from "reseller_earning" where "resellerPayoutId" = of_payout;
  if total <> r."amountUsd" or strangers > 0 then
    raise exception 'payout of earnings % is not the sum of its earnings', of_payout;
  end if;
  if not exists (
    select 1 from "payout" p where p."resellerPayoutId" = of_payout and p."asset" = r."asset" and p."amount" = r."amount"
      and p."address" = r."address" and p."memo" is not distinct from r."memo"
  ) then
    raise exception 'payout of earnings % is not what its payout pays', of_payout;
  end if;
  return null;
end $$;
create constraint trigger "reseller_payout_sums" after insert or update on "reseller_payout"
  deferrable initially deferred for each row execute function "reseller_payout_sums"();
create constraint trigger "reseller_earning_sums" after update of "resellerPayoutId" on "reseller_earning"
  deferrable initially deferred for each row
  when (new."resellerPayoutId" is not null and old."resellerPayoutId" is null) execute function "reseller_payout_sums"();

drop trigger "payout_needs_right" on "payout";
drop trigger "payback_needs_right" on "payout";
create trigger "payout_needs_right"
  before insert or update of "escrowId", "caseId", "resellerPayoutId", "purpose", "asset", "amount", "address", "memo"
  on "payout" for each row when (new."caseId" is null and new."resellerPayoutId" is null) execute function "payout_needs_right"();
create trigger "payback_needs_right"
  before insert or update of "escrowId", "caseId", "resellerPayoutId", "purpose", "asset", "amount", "address", "memo", "paidFrom"
  on "payout" for each row when (new."caseId" is not null) execute function "payback_needs_right"();

-- The payout of earnings gives the right, for its wallet alone.
create function "commission_needs_right"() returns trigger language plpgsql as $$
declare
  r "reseller_payout"%rowtype;
begin
  if tg_op = 'UPDATE' then
    if (new."escrowId", new."caseId", new."resellerPayoutId", new."purpose", new."amount", new."asset", new."paidFrom")
        is distinct from
        (old."escrowId", old."caseId", old."resellerPayoutId", old."purpose", old."amount", old."asset", old."paidFrom") then
      raise exception 'payout % stays what it is', old."id";
    end if;
    if (new."address", new."memo") is distinct from (old."address", old."memo") and (
      old."state" <> 'blocked' or old."blockedReason" = 'payout_failed'
      or exists (select 1 from "payout_attempt" where "payoutId" = old."id" and "state" in ('live', 'settled'))
    ) then
      raise exception 'payout % does not wait for a wallet', old."id";
    end if;
  end if;
  select * into strict r from "reseller_payout" where "id" = new."resellerPayoutId" for update;
  if (new."asset", new."amount", new."address", new."memo") is distinct from (r."asset", r."amount", r."address", r."memo") then
    raise exception 'nothing of % is owed to this wallet', new."amount";
  end if;
  if tg_op = 'INSERT' and exists (select 1 from "payout" where "resellerPayoutId" = new."resellerPayoutId") then
    raise exception 'payout of earnings % is paid once', new."resellerPayoutId";
  end if;
  return new;
end $$;
create trigger "commission_needs_right"
  before insert or update of "escrowId", "caseId", "resellerPayoutId", "purpose", "asset", "amount", "address", "memo", "paidFrom"
  on "payout" for each row when (new."resellerPayoutId" is not null) execute function "commission_needs_right"();

-- Which of our accounts holds the money that a payout pays.
create function "place_of_payout"("p" "payout") returns text stable language sql as $$
  select case
    when ("p")."caseId" is not null then "place_of_case"(("p")."caseId")
    when ("p")."resellerPayoutId" is not null then (select "account" from "reseller_payout" where "id" = ("p")."resellerPayoutId")
    else (select "account" from "escrow" where "id" = ("p")."escrowId")
  end $$;
create or replace function "pays_payout"(t "outgoing_transaction", p "payout") returns boolean language sql stable as $$
  select t."network" = p."network" and "facts_pay"(t."facts", p)
    and (p."escrowId" is not null or t."account" = "place_of_payout"(p))
$$;

-- As before; whoever has commissions paid does not approve it, too.
create or replace function "may_approve_payout"() returns trigger language plpgsql as $$
declare
  p "payout"%rowtype;
begin
  if tg_op <> 'INSERT' then
    raise exception 'approvals of payouts stay what they are';
  end if;
  select * into strict p from "payout" where "id" = new."payoutId" for update;
  if p."state" not in ('queued', 'blocked') or p."aboveLimit" is null
     or p."address" <> new."address" or p."memo" is distinct from new."memo" then
    raise exception 'payout % does not wait for this approval', p."id";
  end if;
  if not exists (select 1 from "user" where "id" = new."operatorId" and "role" = 'admin') then
    raise exception 'only operators approve payouts';
  end if;
  if (p."purpose" in ('release', 'refund') and exists (
    select 1 from "dispute" where "escrowId" = p."escrowId" and "decidedById" = new."operatorId"
      and "decision" in ('release', 'refund', 'split')
  )) or exists (select 1 from "payment_case" where "id" = p."caseId" and "closedById" = new."operatorId")
     or exists (select 1 from "reseller_payout" where "id" = p."resellerPayoutId" and "madeById" = new."operatorId") then
    raise exception 'whoever decided about payout % does not approve it, too', p."id";
  end if;
  return new;
end $$;

-- `commission_paid` is what commissions have cost in each asset, and in cents what they have settled.
alter table "book_entry" drop constraint "book_entry_kind_known";
alter table "book_entry" add constraint "book_entry_kind_known" check ("kind" in (
  'opening', 'payment', 'payment_counted', 'made_up', 'fee_income', 'commission', 'case_closed', 'payout', 'network_fee',
  'funding_out', 'funding_in', 'by_hand', 'commission_settled', 'commission_reversed')) not valid;
alter table "book_posting" drop constraint "book_posting_account_known";
alter table "book_posting" add constraint "book_posting_account_known" check (
  "account" ~ '^(ledger:(stellar|xrpl):.+|escrow:.+|owed:(payment|quote):.+|commission:.+)$'
  or "account" in ('float', 'network_fees', 'fee_income', 'commission_cost', 'commission_paid', 'by_hand')) not valid;

-- As before; a paid commission leaves our own money, and is owed to its reseller no more.
create or replace function "book_paid"("p" "payout") returns void language plpgsql as $$
declare
  place text := "place_of_payout"("p");
  claim text := case when ("p")."resellerPayoutId" is not null then 'commission_paid'
    else coalesce("claim_of_case"(("p")."caseId"), 'escrow:' || ("p")."escrowId") end;
  payer text := coalesce(
    (select "source" from "payout_attempt" where "payoutId" = ("p")."id" and "state" = 'settled'),
    (select "facts"->>'feeAccount' from "outgoing_transaction"
      where "payoutId" = ("p")."id" and "explanation" = 'paid_elsewhere' and "network" = ("p")."network"),
    place);
  r "reseller_payout"%rowtype;
begin
  perform "book"('payout', ("p")."id"::text, ("p")."settledHash", coalesce(("p")."settledAt", now()), ("p")."network",
    ("p")."asset"::text, place, claim, 'ledger:' || ("p")."network" || ':' || place, ("p")."amount");
  perform "book_network_fee"(("p")."settledHash", coalesce(("p")."settledAt", now()), ("p")."network", payer, ("p")."feePaid");
  if ("p")."resellerPayoutId" is not null then
    select * into strict r from "reseller_payout" where "id" = ("p")."resellerPayoutId";
    perform "book"('commission_settled', r."id"::text, ("p")."settledHash", coalesce(("p")."settledAt", now()), null, 'USD', null,
      'commission:' || r."resellerId", 'commission_paid', r."amountUsd");
  end if;
end $$;

-- The transaction that confirms the payout pays its earnings.
create function "payout_pays_earnings"() returns trigger language plpgsql as $$
begin
  update "reseller_earning" set "status" = 'paid', "paidHash" = new."settledHash", "paidAt" = coalesce(new."settledAt", now())
    where "resellerPayoutId" = new."resellerPayoutId";
  return null;
end $$;
create trigger "payout_pays_earnings" after update of "state" on "payout" for each row
  when (new."state" = 'confirmed' and old."state" <> 'confirmed' and new."resellerPayoutId" is not null)
  execute function "payout_pays_earnings"();

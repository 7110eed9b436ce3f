-- What lay on an account of ours before anybody was told a reference is our own money (decision 094): the books of an account
-- are opened before its payments are read, and a payment of that time which was read all the same can be counted as ours.
set local lock_timeout = '3s';

-- The ledger after which the payments of an account are read; what it held then is booked as its opening, once.
create table "account_opening" (
  "network" "Network" not null,
  "account" text not null,
  "ledger" integer not null,
  "ledgerHash" text not null,
  "ledgerAt" timestamptz(3) not null,
  "openedAt" timestamptz(3) not null,
  constraint "account_opening_pkey" primary key ("network", "account")
);
create trigger "account_opening_keep" before update or delete on "account_opening" for each row execute function "keep_books"();
create trigger "account_opening_keep_all" before truncate on "account_opening" for each statement execute function "keep_books"();

-- A payment that an operator counts as ours, once.
create table "opening_payment" (
  "ledgerPaymentId" uuid not null,
  "reason" text not null,
  "at" timestamptz(3) not null,
  constraint "opening_payment_pkey" primary key ("ledgerPaymentId"),
  constraint "opening_payment_has_reason" check ("reason" <> '')
);
alter table "opening_payment" add constraint "opening_payment_ledgerPaymentId_fkey"
  foreign key ("ledgerPaymentId") references "ledger_payment" ("id") on delete restrict on update cascade;
create trigger "opening_payment_keep" before update or delete on "opening_payment" for each row execute function "keep_books"();
create trigger "opening_payment_keep_all" before truncate on "opening_payment" for each statement execute function "keep_books"();

-- Payments that are owed to whoever sent them and can be nobody's but ours: they carry nothing that could be a reference, and
-- were stored, or in a ledger for a minute, before the first reference was given out. What was given back, or is on its way, is not
-- among them.
create function "payments_before_references"() returns setof "ledger_payment" stable language sql as $$
  select p.* from "ledger_payment" p
    join "payment_case" c on c."ledgerPaymentId" = p."id"
    cross join (select min("createdAt") as "at" from "payment_reference") first_reference
  where p."asset" is not null and p."problem" is not null and not p."toFloat" and num_nonnulls(p."escrowId", p."feeQuoteId") = 0
    and (p."memo" is null or p."memo" !~ '^[1-9][0-9]{0,9}$')
    and (c."closedAt" is null or c."end" = 'kept')
    and coalesce(least(p."seenAt", p."closedAt" + interval '1 minute') < first_reference."at", true) $$;

create function "opening_payment_fits"() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from "payments_before_references"() where "id" = new."ledgerPaymentId") then
    raise exception 'payment % does not belong to the opening of the books', new."ledgerPaymentId";
  end if;
  return new;
end $$;
create trigger "opening_payment_fits" before insert on "opening_payment" for each row execute function "opening_payment_fits"();

-- As before; what is owed becomes ours for such a payment alone.
create or replace function "keep_ledger_payment"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'payments of a ledger are never deleted';
  end if;
  if (to_jsonb(new) - array['problem', 'escrowId', 'feeQuoteId', 'toFloat'])
      <> (to_jsonb(old) - array['problem', 'escrowId', 'feeQuoteId', 'toFloat'])
      or (new."toFloat" and not old."toFloat"
        and not exists (select 1 from "opening_payment" where "ledgerPaymentId" = old."id")) then
    raise exception 'payment % stays what it is', old."hash";
  end if;
  if old."problem" is null and num_nonnulls(old."escrowId", old."feeQuoteId") > 0
      and (new."problem", new."escrowId", new."feeQuoteId") is distinct from (old."problem", old."escrowId", old."feeQuoteId") then
    raise exception 'payment % was counted', old."hash";
  end if;
  if old."toFloat" and not new."toFloat" and exists (select 1 from "opening_payment" where "ledgerPaymentId" = old."id") then
    raise exception 'payment % is ours', old."hash";
  end if;
  return new;
end $$;

-- And it is ours by the end of the transaction that says so.
create function "opening_payment_is_ours"() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from "ledger_payment" where "id" = new."ledgerPaymentId" and "toFloat") then
    raise exception 'payment % is not booked as ours', new."ledgerPaymentId";
  end if;
  return null;
end $$;
create constraint trigger "opening_payment_is_ours" after insert on "opening_payment"
  deferrable initially deferred for each row execute function "opening_payment_is_ours"();

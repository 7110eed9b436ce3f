-- What came too much for a fee goes back to the wallet that its payer states; and a receipt for the books (decision 111).
set local lock_timeout = '3s';

alter table "payment_case"
  -- Where its payer wants the money.
  add column "backAddress" text,
  add column "backMemo" text,
  add column "backStatedAt" timestamptz(3);
alter table "payment_case" add constraint "payment_case_back_is_whole" check (
  ("backAddress" is null) = ("backStatedAt" is null) and ("backMemo" is null or "backAddress" is not null)) not valid;

-- Whose fee the money of a case came for, by its reference. Null: it came for none.
create function "payer_of_case"("of_case" uuid) returns uuid stable language sql as $$
  select q."userId" from "payment_case" c left join "ledger_payment" l on l."id" = c."ledgerPaymentId"
    join "fee_quote" q on q."id" = coalesce(c."feeQuoteId", l."feeQuoteId")
    where c."id" = "of_case" $$;

-- Who is no operator ends a case as its payer alone, by a payout of its money to the wallet that is stated in it; and what may still
-- become the fee only when another payment was the fee.
create function "case_ended_by_payer"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "user" where "id" = new."closedById" and "role" = 'admin') then
    return null;
  end if;
  if new."closedById" is distinct from "payer_of_case"(new."id") or new."end" is distinct from 'paid_back'
      or not exists (
        select 1 from "payout" p where p."caseId" = new."id" and p."address" = new."backAddress" and p."memo" is not distinct from new."backMemo")
      or new."kind" not in ('fee_over', 'fee_short', 'fee_late', 'wrong_asset', 'wrong_account', 'quote_closed', 'already_paid', 'hash_used')
      or (new."kind" in ('fee_short', 'fee_late') and not exists (select 1 from "user" where "id" = new."closedById" and "hasPaid")) then
    raise exception 'case % is not ended by its payer', new."id";
  end if;
  return null;
end $$;
create constraint trigger "payment_case_ended_by_payer" after update of "closedById" on "payment_case"
  deferrable initially deferred for each row
  when (new."closedById" is not null and new."closedById" is distinct from old."closedById") execute function "case_ended_by_payer"();

-- What a receipt says beside what the ledger and the fee say.
create table "fee_receipt" (
  -- The reference of its quote.
  "number" integer not null,
  -- Who sold it, and what was said of tax; stays from then on.
  "issuedAt" timestamptz(3),
  "sellerName" text,
  "sellerAddress" text,
  "sellerRegister" text,
  "taxLine" text,
  -- To whom it is made out, as its payer states it.
  "billedAt" timestamptz(3),
  "changedAt" timestamptz(3),
  "billedName" text,
  "billedAddress" text,
  "billedTaxNumber" text,
  constraint "fee_receipt_pkey" primary key ("number"),
  constraint "fee_receipt_is_issued" check (
    ("issuedAt" is null) = ("sellerName" is null)
    and ("issuedAt" is not null or num_nonnulls("sellerAddress", "sellerRegister", "taxLine") = 0)),
  constraint "fee_receipt_is_billed" check (
    ("billedAt" is null) = ("changedAt" is null) and "changedAt" >= "billedAt"
    and ("billedAt" is not null or num_nonnulls("billedName", "billedAddress", "billedTaxNumber") = 0)),
  constraint "fee_receipt_is_short" check (
    length("billedName") <= 200 and length("billedAddress") <= 500 and length("billedTaxNumber") <= 60)
);
alter table "fee_receipt" add constraint "fee_receipt_number_fkey"
  foreign key ("number") references "fee_quote" ("reference") on delete restrict on update cascade;

create function "keep_fee_receipt"() returns trigger language plpgsql as $$
declare
  payer "user"%rowtype;
begin
  if tg_op = 'DELETE' then
    raise exception 'receipt % stays', old."number";
  end if;
  if tg_op = 'INSERT' then
    if not exists (select 1 from "fee_quote" where "reference" = new."number" and "state" = 'paid') then
      raise exception 'the fee % is not paid', new."number";
    end if;
    return new;
  end if;
  if new."number" <> old."number" or (old."issuedAt" is not null
      and (new."issuedAt", new."sellerName", new."sellerAddress", new."sellerRegister", new."taxLine")
        is distinct from (old."issuedAt", old."sellerName", old."sellerAddress", old."sellerRegister", old."taxLine")) then
    raise exception 'receipt % stays what it is', old."number";
  end if;
  if old."billedAt" is not null
      and (new."billedAt", new."changedAt", new."billedName", new."billedAddress", new."billedTaxNumber")
        is distinct from (old."billedAt", old."changedAt", old."billedName", old."billedAddress", old."billedTaxNumber") then
    select u.* into strict payer from "fee_quote" q join "user" u on u."id" = q."userId" where q."reference" = old."number";
    -- The last of a closed account goes.
    if new."billedAt" is null and payer."closedAt" is not null and payer."keptUntil" is null then
      return new;
    end if;
    if new."billedAt" is distinct from old."billedAt" or new."changedAt" > old."billedAt" + interval '30 days' then
      raise exception 'receipt % is made out to somebody already', old."number";
    end if;
  end if;
  return new;
end $$;
create trigger "fee_receipt_keep" before insert or update or delete on "fee_receipt"
  for each row execute function "keep_fee_receipt"();

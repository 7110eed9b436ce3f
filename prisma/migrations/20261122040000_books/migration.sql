-- Our money and our clients' money apart: a journal in double entry, written by the database itself whenever a fact about
-- money is stored. Nothing else writes to it, so no posting can be missing, and no fact can be booked twice.

create type "BookAsset" as enum ('XLM', 'XRP', 'USDC', 'USD');

create table "book_entry" (
  "id" bigint generated always as identity,
  "kind" text not null,
  -- Which fact of that kind: booked once.
  "fact" text not null,
  -- The transaction on the ledger, where there is one.
  "hash" text,
  -- When it happened; `bookedAt` when it was written.
  "at" timestamptz(3) not null,
  "bookedAt" timestamptz(3) not null default clock_timestamp(),
  constraint "book_entry_pkey" primary key ("id"),
  constraint "book_entry_kind_known" check ("kind" in (
    'opening', 'payment', 'payment_counted', 'made_up', 'fee_income', 'commission', 'case_closed', 'payout', 'network_fee',
    'funding_out', 'funding_in', 'by_hand'))
);
create unique index "book_entry_kind_fact_key" on "book_entry" ("kind", "fact");
create index "book_entry_hash_idx" on "book_entry" ("hash");

-- Two sides for each entry: one account gets what another gives. What a ledger holds for us is positive (`ledger:…` gets),
-- and a claim upon it negative. Units are the smallest there are: stroops, drops, cents.
create table "book_posting" (
  "entryId" bigint not null,
  "side" text not null,
  "account" text not null,
  "network" "Network",
  "asset" "BookAsset" not null,
  -- Which account of ours on the ledger holds the money; null for dollars, which no ledger holds.
  "heldAt" text,
  "units" numeric(38, 0) not null,
  constraint "book_posting_pkey" primary key ("entryId", "side"),
  constraint "book_posting_entryId_fkey" foreign key ("entryId") references "book_entry" ("id") on delete restrict on update cascade,
  constraint "book_posting_side_fits" check (("side" = 'gets' and "units" > 0) or ("side" = 'gives' and "units" < 0)),
  constraint "book_posting_place_fits" check (
    case "asset" when 'USD' then num_nonnulls("network", "heldAt") = 0
    else num_nonnulls("network", "heldAt") = 2 and ("asset" = 'XRP') = ("network" = 'xrpl') end),
  constraint "book_posting_account_known" check (
    "account" ~ '^(ledger:(stellar|xrpl):.+|escrow:.+|owed:(payment|quote):.+|commission:.+)$'
    or "account" in ('float', 'network_fees', 'fee_income', 'commission_cost', 'by_hand')),
  -- What a ledger account holds is held there.
  constraint "book_posting_ledger_is_place" check (
    "account" not like 'ledger:%' or "account" = 'ledger:' || "network" || ':' || "heldAt")
);
create index "book_posting_balance_idx" on "book_posting" ("account", "asset", "heldAt") include ("units");
create index "book_posting_place_idx" on "book_posting" ("heldAt", "asset");

create function "keep_books"() returns trigger language plpgsql as $$
begin
  raise exception 'what is booked is never changed or deleted';
end $$;
create trigger "book_entry_keep" before update or delete on "book_entry" for each row execute function "keep_books"();
create trigger "book_entry_keep_all" before truncate on "book_entry" for each statement execute function "keep_books"();
create trigger "book_posting_keep" before update or delete on "book_posting" for each row execute function "keep_books"();
create trigger "book_posting_keep_all" before truncate on "book_posting" for each statement execute function "keep_books"();

create function "entry_balances"() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from "book_posting" where "entryId" = new."entryId"
    having count(*) = 2 and sum("units") = 0 and count(distinct "asset") = 1
      and count(distinct "network") <= 1 and count(distinct "heldAt") <= 1
  ) then
    raise exception 'entry % does not balance', new."entryId";
  end if;
  return null;
end $$;
create constraint trigger "book_posting_balances" after insert on "book_posting"
  deferrable initially deferred for each row execute function "entry_balances"();

-- Amounts have the places of their ledger, so that each is a whole number of units.
create function "places_of"("of_asset" text) returns integer immutable language sql as
  $$ select case "of_asset" when 'XRP' then 6 when 'USD' then 2 else 7 end $$;
create function "has_places"("of_amount" numeric, "of_asset" text) returns boolean immutable language sql as
  $$ select "of_amount" = trunc("of_amount", "places_of"("of_asset")) $$;

alter table "ledger_payment" add constraint "ledger_payment_whole_units" check ("asset" is null or "has_places"("amount", "asset"::text));
alter table "escrow" add constraint "escrow_whole_units"
  check ("has_places"("amount", "currency"::text) and "has_places"("receivedAmount", "currency"::text));
alter table "payout" add constraint "payout_whole_units" check ("has_places"("amount", "asset"::text)
  and ("feePaid" is null or "has_places"("feePaid", case "network" when 'xrpl' then 'XRP' else 'XLM' end)));
alter table "fee_quote" add constraint "fee_quote_whole_units" check ("has_places"("amountDue", "asset"::text));
alter table "treasury_transaction" add constraint "treasury_transaction_whole_units"
  check ("feePaid" is null or "has_places"("feePaid", case "network" when 'xrpl' then 'XRP' else 'XLM' end));

create function "units_of"("of_amount" numeric, "of_asset" text) returns numeric immutable language plpgsql as $$
begin
  if not "has_places"("of_amount", "of_asset") then
    raise exception '% is no whole number of the smallest units of %', "of_amount", "of_asset";
  end if;
  return trunc("of_amount" * 10::numeric ^ "places_of"("of_asset"), 0);
end $$;

-- Books a fact: `gets` receives what `gives` parts with. False when it is booked already; nothing happens then.
create function "book"("of_kind" text, "of_fact" text, "of_hash" text, "happened" timestamptz, "on_network" "Network",
    "of_asset" text, "place" text, "gets" text, "gives" text, "of_amount" numeric) returns boolean language plpgsql as $$
declare
  entry bigint;
  units numeric := "units_of"("of_amount", "of_asset");
begin
  insert into "book_entry" ("kind", "fact", "hash", "at") values ("of_kind", "of_fact", "of_hash", "happened")
    on conflict ("kind", "fact") do nothing returning "id" into entry;
  if entry is null then
    return false;
  end if;
  if units <> 0 then
    insert into "book_posting" ("entryId", "side", "account", "network", "asset", "heldAt", "units") values
      (entry, 'gets', "gets", "on_network", "of_asset"::"BookAsset", "place", units),
      (entry, 'gives', "gives", "on_network", "of_asset"::"BookAsset", "place", -units);
  end if;
  return true;
end $$;

-- Money of our own that we send to the clients' account, for network fees and reserves: it counts for nobody.
alter table "ledger_payment" add column "toFloat" boolean not null default false;
alter table "ledger_payment" add constraint "ledger_payment_float_is_ours"
  check (not "toFloat" or ("problem" is null and "escrowId" is null and "feeQuoteId" is null));

create or replace function "keep_ledger_payment"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'payments of a ledger are never deleted';
  end if;
  if (to_jsonb(new) - array['problem', 'escrowId', 'feeQuoteId', 'toFloat'])
      <> (to_jsonb(old) - array['problem', 'escrowId', 'feeQuoteId', 'toFloat'])
      or (new."toFloat" and not old."toFloat") then
    raise exception 'payment % stays what it is', old."hash";
  end if;
  if old."problem" is null and num_nonnulls(old."escrowId", old."feeQuoteId") > 0
      and (new."problem", new."escrowId", new."feeQuoteId") is distinct from (old."problem", old."escrowId", old."feeQuoteId") then
    raise exception 'payment % was counted', old."hash";
  end if;
  return new;
end $$;

-- Whose a payment is: an escrow's, a fee's until it is settled, ours, or owed to whoever sent it.
create function "claim_of"("of" "ledger_payment") returns text immutable language sql as $$
  select case
    when "of"."toFloat" then 'float'
    when "of"."problem" is null and "of"."escrowId" is not null then 'escrow:' || "of"."escrowId"
    when "of"."problem" is null and "of"."feeQuoteId" is not null then 'owed:quote:' || "of"."feeQuoteId"
    else 'owed:payment:' || "of"."id"
  end $$;

-- What is issued by others is none of our assets: it is listed as a case and booked nowhere.
create function "book_payment"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform "book"('payment', new."id"::text, new."hash", new."closedAt", new."network", new."asset"::text, new."toAddress",
      'ledger:' || new."network" || ':' || new."toAddress", "claim_of"(new), new."amount");
  elsif "claim_of"(new) <> "claim_of"(old) then
    if not "book"('payment_counted', new."id"::text, new."hash", now(), new."network", new."asset"::text, new."toAddress",
      "claim_of"(old), "claim_of"(new), new."amount") then
      raise exception 'payment % was counted', new."hash";
    end if;
  end if;
  return null;
end $$;
create trigger "ledger_payment_book" after insert or update of "problem", "escrowId", "feeQuoteId", "toFloat" on "ledger_payment"
  for each row when (new."asset" is not null) execute function "book_payment"();

-- What an escrow has received is what counts for it, to the last unit.
create function "received_is_counted"() returns trigger language plpgsql as $$
declare
  e uuid := case tg_table_name when 'escrow' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'escrowId')::uuid end;
begin
  if exists (
    select 1 from "escrow" where "id" = e and "receivedAmount" <> coalesce(
      (select sum("amount") from "ledger_payment" where "escrowId" = e and "problem" is null), 0)
  ) then
    raise exception 'escrow % has not received the sum of its payments', e;
  end if;
  return null;
end $$;
create constraint trigger "escrow_received_is_counted" after insert or update of "receivedAmount" on "escrow"
  deferrable initially deferred for each row execute function "received_is_counted"();
create constraint trigger "ledger_payment_received_is_counted" after insert or update of "escrowId", "problem" on "ledger_payment"
  deferrable initially deferred for each row when (new."escrowId" is not null) execute function "received_is_counted"();

-- A deposit that is one stroop short counts as whole (amounts match within 1e-7). The stroop is ours to add: the books say so,
-- and no other escrow's money pays for it. Nothing else is tolerated, and the drops of XRP leave no such room.
create or replace function "keep_escrow_terms"() returns trigger language plpgsql as $$
begin
  if (new."transactionId", new."buyerId", new."currency", new."amount", new."account", new."reference")
      is distinct from (old."transactionId", old."buyerId", old."currency", old."amount", old."account", old."reference") then
    raise exception 'escrow % keeps its terms', old."transactionId";
  end if;
  if old."sellerId" is not null and new."sellerId" is distinct from old."sellerId" then
    raise exception 'escrow % keeps its seller', old."transactionId";
  end if;
  if new."receivedAmount" < old."receivedAmount" then
    raise exception 'escrow % has received what it has received', old."transactionId";
  end if;
  if old."verifiedAt" is not null and new."verifiedAt" is distinct from old."verifiedAt" then
    raise exception 'escrow % stays funded', old."transactionId";
  end if;
  if old."verifiedAt" is null and new."verifiedAt" is not null and "short_of"(new) > "most_made_up"(new."currency"::text) then
    raise exception 'escrow % has not received its amount', old."transactionId";
  end if;
  return new;
end $$;
create function "short_of"("of" "escrow") returns numeric stable language sql as $$
  select "of"."amount" - coalesce(
    (select sum("amount") from "ledger_payment" where "escrowId" = "of"."id" and "problem" is null), 0) $$;
create function "most_made_up"("of_asset" text) returns numeric immutable language sql as
  $$ select case "places_of"("of_asset") when 7 then 0.0000001 else 0 end $$;

create function "book_made_up"("e" "escrow") returns void language plpgsql as $$
begin
  if "short_of"("e") > 0 then
    perform "book"('made_up', ("e")."id"::text, null, ("e")."verifiedAt",
      case ("e")."currency" when 'XRP' then 'xrpl' else 'stellar' end::"Network", ("e")."currency"::text, ("e")."account",
      'float', 'escrow:' || ("e")."id", "short_of"("e"));
  end if;
end $$;
create function "book_funded"() returns trigger language plpgsql as $$
begin
  perform "book_made_up"(new);
  return null;
end $$;
create trigger "escrow_book_funded" after update of "verifiedAt" on "escrow" for each row
  when (old."verifiedAt" is null and new."verifiedAt" is not null) execute function "book_funded"();

-- As before; what can leave an escrow is what the books say came in for it, and not one unit more.
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
      (e."verifiedAt" is not null and new."amount" = e."amount"
        and exists (select 1 from "refund_request" where "escrowId" = e."id" and "answer" = 'agreed'))
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

-- A paid payout leaves its escrow; the network's fee is ours.
create function "native_of"("of_network" "Network") returns text immutable language sql as
  $$ select case "of_network" when 'xrpl' then 'XRP' else 'XLM' end $$;
create function "book_network_fee"("of_hash" text, "happened" timestamptz, "on_network" "Network", "payer" text, "fee" numeric)
    returns void language sql as $$
  select "book"('network_fee', "of_hash", "of_hash", "happened", "on_network", "native_of"("on_network"), "payer",
    'network_fees', 'ledger:' || "on_network" || ':' || "payer", "fee")
  where "fee" > 0 $$;

create function "book_paid"("p" "payout") returns void language plpgsql as $$
declare
  place text := (select "account" from "escrow" where "id" = ("p")."escrowId");
  payer text := (select "source" from "payout_attempt" where "payoutId" = ("p")."id" and "state" = 'settled');
begin
  perform "book"('payout', ("p")."id"::text, ("p")."settledHash", coalesce(("p")."settledAt", now()), ("p")."network",
    ("p")."asset"::text, place, 'escrow:' || ("p")."escrowId", 'ledger:' || ("p")."network" || ':' || place, ("p")."amount");
  perform "book_network_fee"(("p")."settledHash", coalesce(("p")."settledAt", now()), ("p")."network", coalesce(payer, place),
    ("p")."feePaid");
end $$;
create function "book_payout"() returns trigger language plpgsql as $$
begin
  perform "book_paid"(new);
  return null;
end $$;
create trigger "payout_book" after update of "state" on "payout" for each row
  when (new."state" = 'confirmed' and old."state" <> 'confirmed') execute function "book_payout"();

-- What the paying accounts send beside payouts costs a fee, and may give money of ours to other accounts of ours.
alter table "treasury_transaction" add column "funds" jsonb not null default '{}';
alter table "treasury_transaction" add constraint "treasury_transaction_funds_are_amounts" check (jsonb_typeof("funds") = 'object');
create function "book_treasury_transaction"() returns trigger language plpgsql as $$
declare
  funded record;
  happened timestamptz := coalesce(new."closedAt", now());
begin
  perform "book_network_fee"(new."hash", happened, new."network", new."source", new."feePaid");
  if new."state" = 'settled' then
    for funded in select "key" as "account", "value"::numeric as "amount" from jsonb_each_text(new."funds") loop
      perform "book"('funding_out', new."hash" || ':' || funded."account", new."hash", happened, new."network",
        "native_of"(new."network"), new."source", 'float', 'ledger:' || new."network" || ':' || new."source", funded."amount");
      perform "book"('funding_in', new."hash" || ':' || funded."account", new."hash", happened, new."network",
        "native_of"(new."network"), funded."account", 'ledger:' || new."network" || ':' || funded."account", 'float', funded."amount");
    end loop;
  end if;
  return null;
end $$;
create trigger "treasury_transaction_book" after update of "state" on "treasury_transaction" for each row
  when (old."state" = 'live' and new."state" in ('settled', 'failed')) execute function "book_treasury_transaction"();

create function "claim_amount"("of_account" text, "of_asset" text) returns numeric stable language sql as $$
  select coalesce(-sum("units"), 0) / 10::numeric ^ "places_of"("of_asset") from "book_posting"
  where "account" = "of_account" and "asset" = "of_asset"::"BookAsset" $$;

-- A settled fee is income, but for what is too much: that stays owed, as its case says. Booked at the end of the transaction,
-- when payments and case stand.
create function "book_fee"("f" "fee_payment") returns void language plpgsql as $$
declare
  q "fee_quote"%rowtype;
  excess numeric;
begin
  select * into q from "fee_quote"
    where "reference" = substring(("f")."payToMemoOrTag" from '^[0-9]{1,10}$')::bigint and "userId" = ("f")."buyerUid";
  if q."id" is null then
    raise exception 'the fee % was asked for by no quote', ("f")."paymentHash";
  end if;
  select coalesce(sum("amount"), 0) into excess from "payment_case"
    where "feeQuoteId" = q."id" and "kind" = 'fee_over' and ("closedAt" is null or "closedById" is not null);
  perform "book"('fee_income', ("f")."paymentHash", ("f")."paymentHash", ("f")."createdAt",
    case q."asset" when 'XRP' then 'xrpl' else 'stellar' end::"Network", q."asset"::text, q."account",
    'owed:quote:' || q."id", 'fee_income', ("f")."amountCrypto" - excess);
end $$;
create function "book_fee_payment"() returns trigger language plpgsql as $$
begin
  perform "book_fee"(new);
  return null;
end $$;
create constraint trigger "fee_payment_book" after insert on "fee_payment"
  deferrable initially deferred for each row execute function "book_fee_payment"();

create function "book_earning"() returns trigger language plpgsql as $$
begin
  perform "book"('commission', new."paymentHash", new."paymentHash", new."createdAt", null, 'USD', null,
    'commission_cost', 'commission:' || new."resellerId", new."commissionUSD");
  return null;
end $$;
create trigger "reseller_earning_book" after insert on "reseller_earning" for each row execute function "book_earning"();

-- A person has closed a case: its money was given back by hand, and is owed no more. That payment is booked when it is read on
-- the ledger. A payment that counts since belongs where it counts. Booked at the end of the transaction, when that is known.
create function "book_case_end"("c" "payment_case") returns void language plpgsql as $$
declare
  p "ledger_payment"%rowtype;
  q "fee_quote"%rowtype;
  fact text := ("c")."id" || ':' || extract(epoch from ("c")."closedAt");
begin
  if ("c")."ledgerPaymentId" is not null then
    select * into p from "ledger_payment" where "id" = ("c")."ledgerPaymentId";
    if p."asset" is not null and "claim_of"(p) = 'owed:payment:' || p."id" then
      perform "book"('case_closed', fact, null, ("c")."closedAt", p."network", p."asset"::text, p."toAddress",
        'owed:payment:' || p."id", 'by_hand', p."amount");
    end if;
  else
    select * into q from "fee_quote" where "id" = ("c")."feeQuoteId";
    perform "book"('case_closed', fact, null, ("c")."closedAt", case q."asset" when 'XRP' then 'xrpl' else 'stellar' end::"Network",
      q."asset"::text, q."account", 'owed:quote:' || q."id", 'by_hand', "claim_amount"('owed:quote:' || q."id", q."asset"::text));
  end if;
end $$;
create function "book_closed_case"() returns trigger language plpgsql as $$
begin
  perform "book_case_end"(new);
  return null;
end $$;
create constraint trigger "payment_case_book" after update of "closedAt" on "payment_case"
  deferrable initially deferred for each row
  when (old."closedAt" is null and new."closedAt" is not null and new."closedById" is not null)
  execute function "book_closed_case"();

-- What happened before the books were opened, in the same way.
do $$
begin
  perform "book"('payment', p."id"::text, p."hash", p."closedAt", p."network", p."asset"::text, p."toAddress",
    'ledger:' || p."network" || ':' || p."toAddress", "claim_of"(p), p."amount")
    from (select * from "ledger_payment" where "asset" is not null order by "seenAt", "id") p;
  perform "book_made_up"(e) from "escrow" e where e."verifiedAt" is not null and e."txValidated";
  perform "book_fee"(f) from "fee_payment" f;
  perform "book"('commission', r."paymentHash", r."paymentHash", r."createdAt", null, 'USD', null,
    'commission_cost', 'commission:' || r."resellerId", r."commissionUSD") from "reseller_earning" r;
  perform "book_paid"(p) from "payout" p where p."state" = 'confirmed';
  perform "book_case_end"(c) from "payment_case" c where c."closedById" is not null;
end $$;

-- An account that its owner has closed (docs/decisions/064). The row stays, nameless as far as the law lets it: escrows, payments and
-- books point to it. Closing is refused while anything of it is open, and nothing can be begun for it afterwards.
set local lock_timeout = '3s';

alter table "user" add column "closedAt" timestamptz(3);
-- Until when name and address of somebody who traded are kept, out of everybody's sight; both null: there was nothing to keep.
alter table "user" add column "keptUntil" timestamptz(3);
alter table "user" add column "keptEmail" text;
alter table "user" add constraint "user_kept_is_closed"
  check ("closedAt" is not null or ("keptUntil" is null and "keptEmail" is null)) not valid;
alter table "user" add constraint "user_closed_is_nameless" check ("closedAt" is null or (
  "email" = "id"::text || '@closed.invalid' and "emailConfirmedAt" is null and "walletAddress" is null and "buyerWalletAddress" is null
  and ("keptUntil" is not null or ("name" = '' and "keptEmail" is null)))) not valid;

-- What has to end before an account can be closed: 'escrow' (subject: its escrow ID), 'fee' (money arrived for a quote that is not
-- settled) and 'case' (money of this person that somebody looks at, or that is on its way back).
create function "open_work_of"("person" uuid) returns table ("kind" text, "subject" text) language plpgsql as $$
begin
  return query
    select 'escrow'::text, e."transactionId" from "escrow" e cross join lateral (
      select coalesce(sum(p."amount") filter (where p."state" = 'confirmed'), 0) as "paid",
        count(*) filter (where p."state" <> 'confirmed') as "moving"
      from "payout" p where p."escrowId" = e."id") out
    where (e."buyerId" = person or e."sellerId" = person) and (
      out."moving" > 0 or e."receivedAmount" - out."paid" > 0.0000001 or (e."cancelledAt" is null and out."paid" = 0))
    order by e."createdAt";
  return query
    select 'fee'::text, q."reference"::text from "fee_quote" q
    where q."userId" = person and q."state" = 'open' and exists (
      select 1 from "ledger_payment" p where p."feeQuoteId" = q."id" and p."problem" is null);
  return query
    -- One after the other, by their indexes: "offset 0" keeps the planner from reading all cases instead.
    select 'case'::text, c."id"::text from (
      select k."id", k."closedAt" from "fee_quote" q
        cross join lateral (select * from "payment_case" where "feeQuoteId" = q."id" offset 0) k
        where q."userId" = person
      union
      select k."id", k."closedAt" from "fee_quote" q
        cross join lateral (select "id" from "ledger_payment" where "feeQuoteId" = q."id" offset 0) p
        cross join lateral (select * from "payment_case" where "ledgerPaymentId" = p."id" offset 0) k
        where q."userId" = person
      union
      select k."id", k."closedAt" from "escrow" e
        cross join lateral (select "id" from "ledger_payment" where "escrowId" = e."id" offset 0) p
        cross join lateral (select * from "payment_case" where "ledgerPaymentId" = p."id" offset 0) k
        where e."buyerId" = person
    ) c
    where c."closedAt" is null
      or exists (select 1 from "payout" o where o."caseId" = c."id" and o."state" <> 'confirmed');
end $$;

create function "close_only_what_is_over"() returns trigger language plpgsql as $$
begin
  if old."closedAt" is not null and new."closedAt" is distinct from old."closedAt" then
    raise exception 'a closed account stays closed';
  end if;
  if old."closedAt" is null and new."closedAt" is not null then
    if new."role" = 'admin' then raise exception 'an operator closes no account'; end if;
    if exists (select 1 from "open_work_of"(new."id")) then
      raise exception 'an account with open work is not closed';
    end if;
  end if;
  return new;
end $$;
create trigger "user_closes_when_over" before update of "closedAt" on "user"
  for each row execute function "close_only_what_is_over"();

-- Whoever begins something for a person waits for a closing that is under way, and is refused after it.
create function "refuse_for_closed"("person" uuid) returns void language plpgsql as $$
declare
  "closed" timestamptz;
begin
  if person is null then return; end if;
  select u."closedAt" into closed from "user" u where u."id" = person for key share;
  if closed is not null then raise exception 'the account % is closed', person; end if;
end $$;

create function "of_nobody_closed"() returns trigger language plpgsql as $$
begin
  perform "refuse_for_closed"(new."userId");
  return new;
end $$;
create trigger "session_of_nobody_closed" before insert on "session" for each row execute function "of_nobody_closed"();
create trigger "password_of_nobody_closed" before insert on "password" for each row execute function "of_nobody_closed"();
create trigger "account_token_of_nobody_closed" before insert on "account_token" for each row execute function "of_nobody_closed"();
create trigger "fee_quote_of_nobody_closed" before insert on "fee_quote" for each row execute function "of_nobody_closed"();
create trigger "saved_wallet_of_nobody_closed" before insert on "saved_wallet" for each row execute function "of_nobody_closed"();

create function "parties_are_not_closed"() returns trigger language plpgsql as $$
begin
  perform "refuse_for_closed"(new."buyerId");
  if tg_op = 'INSERT' or new."sellerId" is distinct from old."sellerId" then perform "refuse_for_closed"(new."sellerId"); end if;
  return new;
end $$;
create trigger "escrow_of_nobody_closed" before insert or update of "buyerId", "sellerId" on "escrow"
  for each row execute function "parties_are_not_closed"();

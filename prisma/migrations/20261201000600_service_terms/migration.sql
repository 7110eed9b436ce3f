-- Under which terms of Quayside an escrow was opened, and who accepted which of them (docs/decisions/106).
set local lock_timeout = '3s';

-- Null: opened before there was a supplement, under the first wording.
alter table "escrow" add column "serviceTerms" text, add column "serviceSupplement" text;

create type "TermsOccasion" as enum ('registration', 'opening', 'accepting', 'confirming');

create table "service_terms_acceptance" (
  "id" uuid not null,
  "userId" uuid not null,
  "version" text not null,
  -- Null: the version as it was first, without one.
  "supplement" text,
  "at" timestamptz(3) not null,
  "occasion" "TermsOccasion" not null,
  -- Whose opening, accepting or confirming it was.
  "escrowId" uuid,
  constraint "service_terms_acceptance_pkey" primary key ("id"),
  constraint "service_terms_acceptance_userId_fkey" foreign key ("userId") references "user" ("id") on delete restrict on update cascade,
  constraint "service_terms_acceptance_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade,
  constraint "service_terms_acceptance_named" check ("version" <> '' and ("supplement" is null or "supplement" ~ '^s\d+-\d{4}-\d{2}-\d{2}$')),
  constraint "service_terms_acceptance_of_escrow" check (("occasion" = 'registration') = ("escrowId" is null))
);
create unique index "service_terms_acceptance_once" on "service_terms_acceptance" ("userId", "version", "supplement") nulls not distinct;

-- What was accepted is accepted, and by a party of the escrow alone.
create function "keep_service_terms_acceptance"() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'an acceptance of the terms is never changed or deleted';
  end if;
  if new."escrowId" is not null and not exists (
    select 1 from "escrow" where "id" = new."escrowId"
      and case new."occasion" when 'opening' then "buyerId" else "sellerId" end = new."userId"
  ) then
    raise exception 'nobody of that escrow accepts the terms by %', new."occasion";
  end if;
  return new;
end $$;
create trigger "service_terms_acceptance_keep" before insert or update or delete on "service_terms_acceptance"
  for each row execute function "keep_service_terms_acceptance"();

-- An escrow goes on under the terms under which it was opened.
create function "keep_service_terms"() returns trigger language plpgsql as $$
begin
  raise exception 'escrow % goes on under the terms under which it was opened', old."transactionId";
end $$;
create trigger "escrow_keep_service_terms" before update of "serviceTerms", "serviceSupplement" on "escrow" for each row
  when ((new."serviceTerms", new."serviceSupplement") is distinct from (old."serviceTerms", old."serviceSupplement"))
  execute function "keep_service_terms"();

-- At the end of the transaction, for the acceptance names the escrow.
create function "service_terms_are_accepted"() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from "service_terms_acceptance" where "userId" = new."buyerId" and "version" = new."serviceTerms"
      and "supplement" is not distinct from new."serviceSupplement"
  ) then
    raise exception 'escrow % is opened under terms that its buyer has not accepted', new."transactionId";
  end if;
  return null;
end $$;
create constraint trigger "escrow_has_accepted_terms" after insert on "escrow" deferrable initially deferred for each row
  when (new."serviceTerms" is not null or new."serviceSupplement" is not null) execute function "service_terms_are_accepted"();

-- How far the letter about a supplement has come. One row for each.
create table "service_terms_notice" (
  "supplement" text not null,
  -- The last person who was looked at; null: nobody yet.
  "afterId" uuid,
  "doneAt" timestamptz(3),
  constraint "service_terms_notice_pkey" primary key ("supplement")
);

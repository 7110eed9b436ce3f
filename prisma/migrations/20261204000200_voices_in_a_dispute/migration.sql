-- What both sides say in a dispute, with files; a record that no side changes (docs/decisions/134).
set local lock_timeout = '3s';

create table "dispute_statement" (
  "id" uuid not null,
  "disputeId" uuid not null,
  "side" text not null,
  "statedById" uuid not null,
  -- Of this side in this dispute, from 1 on: so it has an end.
  "number" smallint not null,
  "words" text not null,
  -- Of words and files: the same is said once.
  "digest" text not null,
  "statedAt" timestamptz(3) not null,
  constraint "dispute_statement_pkey" primary key ("id"),
  constraint "dispute_statement_disputeId_fkey" foreign key ("disputeId") references "dispute" ("id") on delete restrict on update cascade,
  constraint "dispute_statement_statedById_fkey" foreign key ("statedById") references "user" ("id") on delete restrict on update cascade,
  constraint "dispute_statement_side_known" check ("side" in ('buyer', 'seller')),
  constraint "dispute_statement_bounded" check ("number" between 1 and 10 and char_length("words") <= 4000)
);
create unique index "dispute_statement_number" on "dispute_statement" ("disputeId", "side", "number");
create unique index "dispute_statement_once" on "dispute_statement" ("disputeId", "side", "digest");
create index "dispute_statement_of_person" on "dispute_statement" ("statedById");

create table "dispute_file" (
  "id" uuid not null,
  "statementId" uuid not null,
  "number" smallint not null,
  "fileName" text not null,
  "contentType" text not null,
  "size" integer not null,
  "sha256" text not null,
  "storageKey" text not null,
  "uploadedById" uuid not null,
  "uploadedAt" timestamptz(3) not null,
  -- When a scanner found nothing in it; null: none was asked.
  "scannedAt" timestamptz(3),
  constraint "dispute_file_pkey" primary key ("id"),
  constraint "dispute_file_statementId_fkey" foreign key ("statementId") references "dispute_statement" ("id") on delete restrict on update cascade,
  constraint "dispute_file_uploadedById_fkey" foreign key ("uploadedById") references "user" ("id") on delete restrict on update cascade,
  constraint "dispute_file_bounded" check ("number" between 1 and 5 and "size" > 0)
);
create unique index "dispute_file_number" on "dispute_file" ("statementId", "number");
create unique index "dispute_file_storageKey_key" on "dispute_file" ("storageKey");
create index "dispute_file_of_person" on "dispute_file" ("uploadedById", "uploadedAt");

create function "keep_dispute_statement"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  is_own boolean;
begin
  if tg_op <> 'INSERT' then
    raise exception 'what a side has said in a dispute stays';
  end if;
  -- A decision takes the same lock: what comes after it is refused.
  select e0.* into strict e from "escrow" e0
    where e0."id" = (select "escrowId" from "dispute" where "id" = new."disputeId") for update;
  if not exists (select 1 from "dispute" where "id" = new."disputeId" and "decision" is null) then
    raise exception 'dispute % is not open', new."disputeId";
  end if;
  -- The buyer; the seller who is bound, or the owner of the address that the buyer named.
  is_own := case
    when new."side" = 'buyer' then new."statedById" = e."buyerId"
    when new."statedById" = e."buyerId" then false
    when e."sellerId" is not null then new."statedById" = e."sellerId"
    else exists (select 1 from "user" where "id" = new."statedById" and "email" = e."sellerEmail" and "emailConfirmedAt" is not null)
  end;
  if is_own is not true then
    raise exception 'statement % is not made by its side', new."id";
  end if;
  return new;
end $$;
create trigger "dispute_statement_keep" before insert or update or delete on "dispute_statement"
  for each row execute function "keep_dispute_statement"();

-- Files come with their statement, and with no other.
create function "keep_dispute_file"() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'what a side has shown in a dispute stays';
  end if;
  if not exists (
    select 1 from "dispute_statement" s join "dispute" d on d."id" = s."disputeId"
    where s."id" = new."statementId" and d."decision" is null
      and s."statedById" = new."uploadedById" and s."statedAt" = new."uploadedAt"
  ) then
    raise exception 'file % does not come with its statement', new."id";
  end if;
  return new;
end $$;
create trigger "dispute_file_keep" before insert or update or delete on "dispute_file"
  for each row execute function "keep_dispute_file"();

create function "dispute_statement_says_something"() returns trigger language plpgsql as $$
begin
  if new."words" = '' and not exists (select 1 from "dispute_file" where "statementId" = new."id") then
    raise exception 'statement % says nothing', new."id";
  end if;
  return null;
end $$;
create constraint trigger "dispute_statement_says" after insert on "dispute_statement"
  deferrable initially deferred for each row execute function "dispute_statement_says_something"();

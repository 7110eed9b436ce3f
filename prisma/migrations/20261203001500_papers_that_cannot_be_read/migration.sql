-- Papers that others cannot read do not count as presented until they are replaced, or the buyer accepts them as they are (decision 129).
set local lock_timeout = '3s';

-- What was in the way of reading it when it came, and when the buyer accepted it all the same.
alter table "escrow_document" add column "trouble" text, add column "acceptedAt" timestamptz(3);
alter table "escrow_document" add constraint "escrow_document_trouble"
  check ("trouble" in ('needs_password', 'damaged', 'too_many_pixels', 'too_slow')) not valid;
alter table "escrow_document" add constraint "escrow_document_accepted_in_spite"
  check ("acceptedAt" is null or "trouble" is not null) not valid;

-- What the seller has confirmed, as long as it does not count: it is done when it does.
create table "uncounted_presentation" (
  "escrowId" uuid not null,
  "sellerId" uuid not null,
  "presentedAt" timestamptz(3) not null,
  "wasLate" boolean not null,
  "payoutAddress" text not null,
  "payoutMemo" text,
  "containerNumber" text,
  "ladenOn" date,
  "invoiceAmount" numeric(20, 2),
  "insuredAmount" numeric(20, 2),
  constraint "uncounted_presentation_pkey" primary key ("escrowId"),
  constraint "uncounted_presentation_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade,
  constraint "uncounted_presentation_sellerId_fkey" foreign key ("sellerId") references "user" ("id") on delete restrict on update cascade,
  constraint "uncounted_presentation_amounts" check (coalesce("invoiceAmount" > 0, true) and coalesce("insuredAmount" > 0, true))
);
create index "uncounted_presentation_of_seller" on "uncounted_presentation" ("sellerId");

create or replace function "keep_document"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old."rejectedAt" is not null then
      raise exception 'document % was rejected and is kept', old."id";
    end if;
    return old;
  end if;
  if old."replacedAt" is not null
      or (new."escrowId", new."type", new."fileName", new."contentType", new."size", new."sha256", new."storageKey",
          new."uploadedById", new."uploadedAt", new."trouble")
        is distinct from
        (old."escrowId", old."type", old."fileName", old."contentType", old."size", old."sha256", old."storageKey",
          old."uploadedById", old."uploadedAt", old."trouble")
      or (old."acceptedAt" is not null and new."acceptedAt" is distinct from old."acceptedAt") then
    raise exception 'document % stays what it is', old."id";
  end if;
  return new;
end $$;

-- Nothing is confirmed with a paper that nobody can read, and none comes to what was confirmed.
create function "unreadable_does_not_count"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "escrow_document" d
      where d."escrowId" = new."id" and d."replacedAt" is null and d."trouble" is not null and d."acceptedAt" is null) then
    raise exception 'escrow % has papers that cannot be read', new."id";
  end if;
  return new;
end $$;
create trigger "escrow_unreadable_does_not_count" before update of "confirmedAt" on "escrow"
  for each row when (new."confirmedAt" is not null and new."confirmedAt" is distinct from old."confirmedAt")
  execute function "unreadable_does_not_count"();

create function "unreadable_comes_first"() returns trigger language plpgsql as $$
begin
  if (select e."confirmedAt" from "escrow" e where e."id" = new."escrowId") is not null then
    raise exception 'escrow % was confirmed: a paper that cannot be read does not come to it', new."escrowId";
  end if;
  return new;
end $$;
create trigger "escrow_document_unreadable_comes_first" before insert on "escrow_document"
  for each row when (new."trouble" is not null) execute function "unreadable_comes_first"();

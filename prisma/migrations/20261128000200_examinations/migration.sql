-- Rounds of presentation, the one notice that each may get, and the request to waive what it names (docs/decisions/077, 078).
set local lock_timeout = '3s';

-- What the seller put before the buyer, round by round. What is added before the notice belongs to the same round.
create table "presentation" (
  "id" uuid not null,
  "escrowId" uuid not null,
  "round" integer not null,
  "presentedAt" timestamptz(3) not null,
  -- After the date that stood for it.
  "wasLate" boolean not null default false,
  -- What the seller said of the papers, none of it needed.
  "containerNumber" text,
  "ladenOn" date,
  "invoiceAmount" numeric(20, 2),
  "insuredAmount" numeric(20, 2),
  constraint "presentation_pkey" primary key ("id"),
  constraint "presentation_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade,
  constraint "presentation_round" check ("round" >= 1),
  constraint "presentation_amounts" check (coalesce("invoiceAmount" > 0, true) and coalesce("insuredAmount" > 0, true))
);
create unique index "presentation_of_round" on "presentation" ("escrowId", "round");

-- A rejection, as one notice. It stays; the buyer may take it back, and give another one that names less.
create table "examination" (
  "id" uuid not null,
  "escrowId" uuid not null,
  "round" integer not null,
  "givenById" uuid not null,
  "givenAt" timestamptz(3) not null,
  "reason" text not null,
  -- What it does not name cannot be named later of the same files. Not so of a mere reason where there are no dates.
  "isBinding" boolean not null,
  "withdrawnAt" timestamptz(3),
  -- When the buyer let the seller present once more after the last round.
  "roundAllowedAt" timestamptz(3),
  constraint "examination_pkey" primary key ("id"),
  constraint "examination_round_fkey" foreign key ("escrowId", "round") references "presentation" ("escrowId", "round") on delete restrict on update cascade,
  constraint "examination_givenById_fkey" foreign key ("givenById") references "user" ("id") on delete restrict on update cascade
);
create unique index "examination_one_notice" on "examination" ("escrowId", "round") where "withdrawnAt" is null;
create index "examination_of_escrow" on "examination" ("escrowId", "givenAt");

-- What lay before the buyer: names and hashes stay when a file that was not named is replaced.
create table "examined_file" (
  "id" uuid not null,
  "examinationId" uuid not null,
  "documentId" uuid not null,
  "type" "DocumentType" not null,
  "fileName" text not null,
  "size" integer not null,
  "sha256" text not null,
  constraint "examined_file_pkey" primary key ("id"),
  constraint "examined_file_examinationId_fkey" foreign key ("examinationId") references "examination" ("id") on delete restrict on update cascade
);
create index "examined_file_of_examination" on "examined_file" ("examinationId");

-- A document that the notice names, with all that is wrong with it. A notice without any means the whole presentation.
create table "discrepancy" (
  "id" uuid not null,
  "examinationId" uuid not null,
  "type" "DocumentType" not null,
  "reasons" text[] not null,
  "words" text not null,
  constraint "discrepancy_pkey" primary key ("id"),
  constraint "discrepancy_examinationId_fkey" foreign key ("examinationId") references "examination" ("id") on delete restrict on update cascade,
  constraint "discrepancy_reasons_known" check ("reasons" <@ array['conflicting_data', 'original_missing', 'presented_late',
    'shipped_late', 'wrong_party', 'short_quantity', 'insurance_low', 'not_as_agreed', 'unsigned', 'unreadable', 'other']),
  constraint "discrepancy_other_has_words" check (not 'other' = any ("reasons") or "words" <> '')
);
create unique index "discrepancy_of_document" on "discrepancy" ("examinationId", "type");

-- The seller asks the buyer to accept the documents as they are: once of each notice.
create table "waiver_request" (
  "id" uuid not null,
  "escrowId" uuid not null,
  "examinationId" uuid not null,
  "askedById" uuid not null,
  "words" text not null,
  "askedAt" timestamptz(3) not null,
  -- waived: approved in spite of them. overtaken: presented anew, or the notice was taken back.
  "answer" text,
  "answeredAt" timestamptz(3),
  "answerWords" text not null default '',
  constraint "waiver_request_pkey" primary key ("id"),
  constraint "waiver_request_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade,
  constraint "waiver_request_examinationId_fkey" foreign key ("examinationId") references "examination" ("id") on delete restrict on update cascade,
  constraint "waiver_request_askedById_fkey" foreign key ("askedById") references "user" ("id") on delete restrict on update cascade,
  constraint "waiver_request_answer_known" check (("answer" is null) = ("answeredAt" is null)
    and coalesce("answer" in ('waived', 'declined', 'overtaken'), true))
);
create unique index "waiver_request_once" on "waiver_request" ("examinationId");
create index "waiver_request_of_escrow" on "waiver_request" ("escrowId");

create function "keep_presentation"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'presentations are never deleted';
  end if;
  perform 1 from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'INSERT' then
    if new."round" <> (select coalesce(max("round"), 0) + 1 from "presentation" where "escrowId" = new."escrowId") then
      raise exception 'round % of escrow % does not follow the last one', new."round", new."escrowId";
    end if;
    if new."round" > 1 and not exists (
      select 1 from "examination" where "escrowId" = new."escrowId" and "round" = new."round" - 1 and "withdrawnAt" is null
        and (new."round" <= 2 or "roundAllowedAt" is not null
          or not exists (select 1 from "trade_dates" where "escrowId" = new."escrowId"))
    ) then
      raise exception 'round % of escrow % was not given', new."round", new."escrowId";
    end if;
    return new;
  end if;
  if (new."id", new."escrowId", new."round") is distinct from (old."id", old."escrowId", old."round")
      or exists (select 1 from "examination" x join "escrow" e on e."id" = x."escrowId" where x."escrowId" = old."escrowId"
        and x."round" >= old."round" and x."withdrawnAt" is null and e."documentApprovalStatus" = 'Rejected') then
    raise exception 'presentation % stays what it is', old."id";
  end if;
  return new;
end $$;
create trigger "presentation_keep" before insert or update or delete on "presentation"
  for each row execute function "keep_presentation"();

create function "keep_examination"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'notices are never deleted';
  end if;
  if tg_op = 'INSERT' then
    perform 1 from "escrow" where "id" = new."escrowId" for update;
    if new."withdrawnAt" is not null or new."roundAllowedAt" is not null then
      raise exception 'a notice begins standing';
    end if;
    return new;
  end if;
  if old."withdrawnAt" is not null
      or (old."roundAllowedAt" is not null and new."roundAllowedAt" is distinct from old."roundAllowedAt")
      or (to_jsonb(new) - array['withdrawnAt', 'roundAllowedAt']) <> (to_jsonb(old) - array['withdrawnAt', 'roundAllowedAt']) then
    raise exception 'notice % stays what it is', old."id";
  end if;
  return new;
end $$;
create trigger "examination_keep" before insert or update or delete on "examination"
  for each row execute function "keep_examination"();

-- One notice: what it says is written with it, and nothing is added later.
create function "keep_notice_whole"() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'a notice stays what it is';
  end if;
  if not exists (select 1 from "examination" where "id" = new."examinationId" and "withdrawnAt" is null
      and xmin::text::bigint = mod(pg_current_xact_id()::text::numeric, 4294967296)) then
    raise exception 'notice % is given', new."examinationId";
  end if;
  return new;
end $$;
create trigger "examined_file_keep" before insert or update or delete on "examined_file"
  for each row execute function "keep_notice_whole"();
create trigger "discrepancy_keep" before insert or update or delete on "discrepancy"
  for each row execute function "keep_notice_whole"();

-- What a binding notice did not name of a file is not named of the same file by a later one (UCP 600, article 16).
create function "notice_names_nothing_late"() returns trigger language plpgsql as $$
declare
  of_type record;
  before uuid;
begin
  for of_type in
    select f."type", coalesce(d."reasons", '{}') as "reasons", coalesce(d."words", '') as "words"
      from (select distinct "type" from "examined_file" where "examinationId" = new."id") f
      left join "discrepancy" d on d."examinationId" = new."id" and d."type" = f."type"
      where d."id" is not null or not exists (select 1 from "discrepancy" where "examinationId" = new."id")
  loop
    select e."id" into before from "examination" e
      where e."escrowId" = new."escrowId" and e."id" <> new."id" and e."isBinding" and e."givenAt" <= new."givenAt"
        and not exists (
          select 1 from "examined_file" n where n."examinationId" = new."id" and n."type" = of_type."type"
            and not exists (select 1 from "examined_file" o where o."examinationId" = e."id" and o."type" = n."type" and o."sha256" = n."sha256"))
      order by e."givenAt" desc, e."id" desc limit 1;
    if before is null then
      continue;
    end if;
    if not exists (select 1 from "discrepancy" d where d."examinationId" = before and d."type" = of_type."type"
          and of_type."reasons" <@ d."reasons" and of_type."words" in ('', d."words"))
        and not (of_type."reasons" = '{}' and of_type."words" = ''
          and not exists (select 1 from "discrepancy" where "examinationId" = before)) then
      raise exception 'notice % names what the one before did not', new."id";
    end if;
  end loop;
  return null;
end $$;
create constraint trigger "examination_names_nothing_late" after insert on "examination"
  deferrable initially deferred for each row execute function "notice_names_nothing_late"();

create function "keep_waiver_request"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'requests for a waiver are never deleted';
  end if;
  if tg_op = 'INSERT' then
    if new."answer" is not null or not exists (
      select 1 from "examination" where "id" = new."examinationId" and "escrowId" = new."escrowId" and "withdrawnAt" is null
    ) then
      raise exception 'a request for a waiver begins unanswered, about a notice that stands';
    end if;
    return new;
  end if;
  if old."answer" is not null or (to_jsonb(new) - array['answer', 'answeredAt', 'answerWords'])
      <> (to_jsonb(old) - array['answer', 'answeredAt', 'answerWords']) then
    raise exception 'request for a waiver % stays what it is', old."id";
  end if;
  if new."answer" = 'waived' and not exists (
    select 1 from "escrow" where "id" = new."escrowId" and "documentApprovalStatus" = 'Approved'
  ) then
    raise exception 'discrepancies are waived by approving the documents';
  end if;
  return new;
end $$;
create trigger "waiver_request_keep" before insert or update or delete on "waiver_request"
  for each row execute function "keep_waiver_request"();

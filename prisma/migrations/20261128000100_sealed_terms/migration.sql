-- What both sides agreed, as one text and its fingerprint, and what has to be presented (docs/decisions/075).
set local lock_timeout = '3s';

-- What a presentation has to hold to be complete. Trades from before asked for nothing in particular.
alter table "trade_dates" add column "documents" "DocumentType"[] not null default '{}';
alter table "trade_dates" add constraint "trade_dates_documents_asked_for"
  check (not ('ShipmentImage' = any("documents"))) not valid;
alter table "trade_dates" validate constraint "trade_dates_documents_asked_for";

create table "accepted_terms" (
  "escrowId" uuid not null,
  "version" integer not null,
  -- Of the text, in UTF-8.
  "sha256" text not null,
  -- Canonical JSON (RFC 8785). Null once a name in it is no longer kept; its fingerprint stays.
  "text" text,
  -- Who said yes to it: the seller, or to an amendment whoever has not proposed it.
  "acceptedById" uuid not null,
  "acceptedAt" timestamptz(3) not null,
  "amendmentId" uuid,
  constraint "accepted_terms_pkey" primary key ("escrowId", "version"),
  constraint "accepted_terms_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade,
  constraint "accepted_terms_acceptedById_fkey" foreign key ("acceptedById") references "user" ("id") on delete restrict on update cascade,
  constraint "accepted_terms_version" check ("version" >= 1),
  constraint "accepted_terms_fingerprint" check (
    "sha256" ~ '^[0-9a-f]{64}$' and ("text" is null or "sha256" = encode(sha256(convert_to("text", 'UTF8')), 'hex'))),
  -- The first one is accepted as it was opened, or with what its seller asked for; each later one by an amendment.
  constraint "accepted_terms_amended" check ("version" = 1 or "amendmentId" is not null)
);
create unique index "accepted_terms_of_amendment" on "accepted_terms" ("amendmentId");
create index "accepted_terms_of_acceptor" on "accepted_terms" ("acceptedById");

-- What was accepted is accepted: nothing of it changes, and only a name that is kept no longer may go.
create function "keep_accepted_terms"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  if tg_op = 'DELETE' then
    raise exception 'accepted terms are never deleted';
  end if;
  select * into e from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'UPDATE' then
    if (to_jsonb(new) - 'text') <> (to_jsonb(old) - 'text') or new."text" is not null or not exists (
      select 1 from "user" where "id" in (e."buyerId", e."sellerId") and "closedAt" is not null and "keptUntil" is null
    ) then
      raise exception 'version % of the terms of escrow % stays what it is', old."version", e."transactionId";
    end if;
    return new;
  end if;
  if new."text" is null or e."sellerId" is null or new."acceptedById" not in (e."buyerId", e."sellerId")
      or (new."amendmentId" is null and new."acceptedById" <> e."sellerId") then
    raise exception 'nobody of escrow % accepts this', e."transactionId";
  end if;
  if new."version" <> 1 + (select count(*) from "accepted_terms" where "escrowId" = e."id") then
    raise exception 'version % of the terms of escrow % is out of turn', new."version", e."transactionId";
  end if;
  return new;
end $$;
create trigger "accepted_terms_keep" before insert or update or delete on "accepted_terms"
  for each row execute function "keep_accepted_terms"();

-- A document that the buyer has rejected is kept when another takes its place: in a dispute it has to be shown.
alter table "escrow_document" add column "rejectedAt" timestamptz(3);
alter table "escrow_document" add column "replacedAt" timestamptz(3);
alter table "escrow_document" add constraint "escrow_document_replaced_was_rejected"
  check ("replacedAt" is null or "rejectedAt" is not null);

drop index "escrow_document_one_per_type";
create unique index "escrow_document_one_per_type" on "escrow_document" ("escrowId", "type")
  where "type" <> 'ShipmentImage' and "replacedAt" is null;

create function "keep_document"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old."rejectedAt" is not null then
      raise exception 'document % was rejected and is kept', old."id";
    end if;
    return old;
  end if;
  if old."replacedAt" is not null
      or (new."escrowId", new."type", new."fileName", new."contentType", new."size", new."sha256", new."storageKey",
          new."uploadedById", new."uploadedAt")
        is distinct from
        (old."escrowId", old."type", old."fileName", old."contentType", old."size", old."sha256", old."storageKey",
          old."uploadedById", old."uploadedAt") then
    raise exception 'document % stays what it is', old."id";
  end if;
  return new;
end $$;
create trigger "escrow_document_keep" before update or delete on "escrow_document"
  for each row execute function "keep_document"();

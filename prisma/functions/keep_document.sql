-- A document keeps its file, sender and trouble, and does not change once it is replaced. One that was rejected is never deleted: a dispute
-- may need it. That the buyer accepts an unreadable one is written once (docs/decisions/129).
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

create trigger "escrow_document_keep" before update or delete on "escrow_document"
  for each row execute function "keep_document"();

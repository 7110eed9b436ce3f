-- Keeps requests for a refund (decision 007): never deleted, an answer is final, and escrow, reason and time of a request do not change.
-- Making or agreeing to one needs a funded, unsettled escrow without an open dispute.
create or replace function "keep_refund_request"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'requests for a refund are never deleted';
  end if;
  if tg_op = 'UPDATE' then
    if old."answer" is not null and new is distinct from old then
      raise exception 'refund request % is answered', old."id";
    end if;
    if (new."escrowId", new."reason", new."askedAt") is distinct from (old."escrowId", old."reason", old."askedAt") then
      raise exception 'refund request % stays what it is', old."id";
    end if;
  end if;
  if tg_op = 'INSERT' or new."answer" = 'agreed' then
    perform "escrow_must_be_open"(new."escrowId");
    if exists (select 1 from "dispute" where "escrowId" = new."escrowId" and "decision" is null) then
      raise exception 'escrow % is in dispute', new."escrowId";
    end if;
  end if;
  return new;
end $$;

create trigger "refund_request_keep" before insert or update or delete on "refund_request" for each row execute function "keep_refund_request"();

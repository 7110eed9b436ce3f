-- Keeps requests for a refund (decision 007): never deleted, an answer is final, and escrow, reason and time of a request do not change.
-- It begins unanswered; the seller agrees or declines, the buyer withdraws. Making or agreeing to one needs a funded, unsettled escrow
-- without an open dispute.
create or replace function "keep_refund_request"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
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
  select * into strict e from "escrow" where "id" = new."escrowId";
  if tg_op = 'INSERT' and new."answer" is not null then
    raise exception 'a refund request begins unanswered';
  end if;
  if new."answer" in ('agreed', 'declined') and not "is_of_side"(e, 'seller', new."answeredById")
      or new."answer" = 'withdrawn' and not "is_of_side"(e, 'buyer', new."answeredById") then
    raise exception 'refund request % is not for them to answer', new."id";
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

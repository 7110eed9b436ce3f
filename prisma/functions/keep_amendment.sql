-- An amendment is proposed by a party, or by anybody while no seller is bound, and answered once; nothing else of it changes. Proposing and
-- agreeing need may_be_amended. Both sides agree: a check keeps the proposer from it (amendment_answered_by_whom; docs/decisions/076).
create or replace function "keep_amendment"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  if tg_op = 'DELETE' then
    raise exception 'amendments are never deleted';
  end if;
  select * into e from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'INSERT' then
    if new."answer" is not null then
      raise exception 'an amendment begins unanswered';
    end if;
    if new."proposedById" <> e."buyerId" and e."sellerId" is not null and new."proposedById" <> e."sellerId" then
      raise exception 'nobody of escrow % proposes this', e."transactionId";
    end if;
  elsif old."answer" is not null
      or (to_jsonb(new) - array['answer', 'answeredById', 'answeredAt']) <> (to_jsonb(old) - array['answer', 'answeredById', 'answeredAt']) then
    raise exception 'amendment % stays what it is', old."id";
  end if;
  if (tg_op = 'INSERT' or new."answer" = 'agreed') and not "may_be_amended"(e) then
    raise exception 'escrow % is not amended now', e."transactionId";
  end if;
  -- Both sides: one has proposed it, and the other agrees.
  if new."answer" = 'agreed' and (e."sellerId" is null
      or new."proposedById" not in (e."buyerId", e."sellerId") or new."answeredById" not in (e."buyerId", e."sellerId")) then
    raise exception 'nobody of escrow % agrees to this', e."transactionId";
  end if;
  return new;
end $$;

create trigger "amendment_keep" before insert or update or delete on "amendment"
  for each row execute function "keep_amendment"();

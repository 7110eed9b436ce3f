-- No deadline waits for what its owner can bring about, and nobody's silence counts who could not act (docs/decisions/100).
set local lock_timeout = '3s';

-- As before; and a request for more time that nobody has answered holds nothing up: only more time that was agreed does.
create or replace function "keep_clock"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'clocks are never deleted';
  end if;
  perform 1 from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'INSERT' then
    if new."endedAt" is not null then
      raise exception 'a clock begins running';
    end if;
    return new;
  end if;
  if old."endedAt" is not null and new is distinct from old then
    raise exception 'clock % has ended', old."id";
  end if;
  if (to_jsonb(new) - array['nextAt', 'endedAt', 'end']) <> (to_jsonb(old) - array['nextAt', 'endedAt', 'end']) then
    raise exception 'clock % stays what it is', old."id";
  end if;
  if new."end" = 'ran_out' and exists (
    select 1 from "time_request" t where t."escrowId" = new."escrowId"
      and t."step" = case new."kind" when 'grace' then 'present' when 'last_notice' then 'examine' else new."kind" end
      and t."answer" = 'agreed' and t."until" > new."endedAt"
      and not exists (select 1 from "amendment" a where a."escrowId" = t."escrowId" and a."answer" = 'agreed'
        and a."answeredAt" >= t."answeredAt"
        and case t."step" when 'fund' then a."fundBy" is not null when 'present' then a."presentBy" is not null
          else a."examineDays" is not null end)
      and not (t."step" = 'examine' and exists (select 1 from "examination" x where x."escrowId" = t."escrowId"
        and x."withdrawnAt" is null and x."givenAt" >= t."answeredAt"))
  ) then
    raise exception 'clock % has more time', old."id";
  end if;
  if new."end" = 'ran_out' and exists (select 1 from "dispute" where "escrowId" = new."escrowId" and "decision" is null) then
    raise exception 'clock % stands still while Quayside decides', old."id";
  end if;
  return new;
end $$;

-- As before; and not by the silence of a seller whose account an operator had locked when it was due.
create or replace function "keep_refund_opened"() returns trigger language plpgsql as $$
begin
  if old."refundOpenedAt" is not null then
    raise exception 'the refund of escrow % stays open', old."transactionId";
  end if;
  if not exists (select 1 from "escrow_clock" where "escrowId" = new."id" and "kind" = 'grace' and "end" = 'ran_out')
     or exists (select 1 from "dispute" where "escrowId" = new."id" and "decision" is null)
     or "is_settled"(new."id") then
    raise exception 'the refund of escrow % does not open', old."transactionId";
  end if;
  if exists (select 1 from "user" u join "escrow_clock" c on c."escrowId" = new."id" and c."kind" = 'grace' and c."end" = 'ran_out'
      and c."endedAt" = new."refundOpenedAt" where u."id" = new."sellerId" and u."lockedAt" <= c."dueAt") then
    raise exception 'the seller of escrow % could not act', old."transactionId";
  end if;
  return new;
end $$;

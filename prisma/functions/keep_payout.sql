-- A payout moves along the edges of app/domain/payouts/payout.ts. Confirmed needs a settled transaction of ours, or one that an operator said
-- to have paid it while none of ours is live. Back to queued, or blocked, needs that none of ours is live or settled (decisions 007, 019).
create or replace function "keep_payout"() returns trigger language plpgsql as $$
begin
  if new."state" = old."state" then
    return new;
  end if;
  if (old."state"::text, new."state"::text) not in (
    ('queued', 'signed'), ('queued', 'blocked'), ('queued', 'confirmed'), ('blocked', 'queued'), ('blocked', 'confirmed'),
    ('signed', 'submitted'), ('signed', 'confirmed'), ('signed', 'queued'), ('signed', 'blocked'),
    ('submitted', 'confirmed'), ('submitted', 'queued'), ('submitted', 'blocked')
  ) then
    raise exception 'payout % cannot go from % to %', old."id", old."state", new."state";
  end if;
  if new."state" = 'confirmed' and not exists (
    select 1 from "transfer_attempt" where "payoutId" = old."id" and "state" = 'settled'
  ) then
    if not exists (
      select 1 from "outgoing_transaction" where "payoutId" = old."id" and "explanation" = 'paid_elsewhere'
        and "network" = old."network" and "hash" = new."settledHash"
    ) then
      raise exception 'no envelope of payout % is settled', old."id";
    end if;
    if exists (select 1 from "transfer_attempt" where "payoutId" = old."id" and "state" = 'live') then
      raise exception 'payout % is on its way', old."id";
    end if;
  end if;
  if new."state" in ('queued', 'blocked') and exists (
    select 1 from "transfer_attempt" where "payoutId" = old."id" and "state" in ('live', 'settled')
  ) then
    raise exception 'payout % is on its way', old."id";
  end if;
  return new;
end $$;

create trigger "payout_keep" before update on "transfer" for each row execute function "keep_payout"();

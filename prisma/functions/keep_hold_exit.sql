-- A way out moves along fixed edges. Ready needs two signatures; an expiry the buyer's, alone where it closes nothing. Dead, or ready again,
-- needs that no transaction of a keeper can pay; confirmed, the lock's end as the ledger told it. What it waits for is written without a lock
-- on the escrow (decisions 087, 118).
create or replace function "keep_hold_exit"() returns trigger language plpgsql as $$
begin
  -- That it was looked at waits for nobody who has the escrow's row, and holds it from nobody.
  if not "differ"(old, new, 'updatedAt', 'waitsFor', 'feeAsked', 'settlementId') then
    return new;
  end if;
  perform 1 from "escrow" where "id" = old."escrowId" for update;
  if new."state" = old."state" then
    return new;
  end if;
  if (old."state"::text, new."state"::text) not in (
    ('collecting', 'ready'), ('collecting', 'confirmed'), ('collecting', 'dead'),
    ('ready', 'sent'), ('ready', 'confirmed'), ('ready', 'dead'),
    ('sent', 'ready'), ('sent', 'confirmed'), ('sent', 'dead')
  ) then
    raise exception 'way out % cannot go from % to %', old."id", old."state", new."state";
  end if;
  if new."state" = 'ready' and old."state" = 'collecting' and (
    (select count(*) from "hold_signature" where "exitId" = old."id")
      < case when old."kind" = 'expiry' and old."description"->>'closing' is null then 1 else 2 end
    or (old."kind" = 'expiry' and not exists (
      select 1 from "hold_signature" s join "hold" h on h."escrowId" = old."escrowId" and h."buyerWallet" = s."address"
      where s."exitId" = old."id"))
  ) then
    raise exception 'signatures of way out % are missing', old."id";
  end if;
  if new."state" in ('ready', 'dead') and exists (
    select 1 from "transfer_attempt" where "exitId" = old."id" and "state" in ('live', 'settled')
  ) then
    raise exception 'way out % is on its way', old."id";
  end if;
  if new."state" = 'sent' and not exists (select 1 from "transfer_attempt" where "exitId" = old."id" and "state" in ('live', 'settled')) then
    raise exception 'nothing of way out % was signed', old."id";
  end if;
  -- Whoever sent it: the ledger says that it is over, and how.
  if new."state" = 'confirmed' and not exists (
    select 1 from "hold_lock" where "id" = old."lockId" and "endHash" = new."settledHash" and "endedAt" = new."settledAt"
      and "end" = case old."kind" when 'release' then 'released' when 'refund' then 'refunded' when 'division' then 'divided'
        else 'expired' end::"HoldEnd"
  ) then
    raise exception 'the ledger does not say that way out % was taken', old."id";
  end if;
  if new."state" = 'confirmed' and exists (select 1 from "transfer_attempt" where "exitId" = old."id" and "state" = 'live') then
    raise exception 'an envelope of way out % is not closed', old."id";
  end if;
  return new;
end $$;

create trigger "hold_exit_keep" before update on "hold_exit" for each row execute function "keep_hold_exit"();

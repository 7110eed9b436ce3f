-- Transfers follow the states of app/settlement/payouts/domain/payout.ts. No signed attempt can still pay when another may be signed, the wallet changes, or
-- the transfer is over. Confirmed needs the ledger: from an account a settled attempt, or a transaction that an operator named (decisions 007, 019); of a
-- deposit its end, whoever caused it (087). A deposit's transfer is ready with two signatures, an expiry with the buyer's, alone unless it closes the account
-- (118). waitsFor is written without a lock on the escrow.
create or replace function "keep_transfer"() returns trigger language plpgsql as $$
begin
  if old."lockId" is not null and "differ"(old, new, 'updatedAt', 'waitsFor', 'feeAsked') then
    perform 1 from "escrow" where "id" = old."escrowId" for update;
  end if;
  if (new."address", new."memo") is distinct from (old."address", old."memo")
      or (new."state" <> old."state" and new."state" <> 'signed' and new."state" <> 'submitted') then
    perform "public"."refuse_if"(exists (select 1 from "transfer_attempt" where ("payoutId" = old."id" or "exitId" = old."id")
        and ("state" = 'live' or ("state" = 'settled' and new."state" <> 'confirmed'))), format('transfer %s is on its way', old."id"));
  end if;
  if new."state" = old."state" then
    return new;
  end if;
  perform "public"."refuse_if"((old."state"::text, new."state"::text) not in (
    ('queued', 'signed'), ('queued', 'blocked'), ('queued', 'confirmed'), ('blocked', 'queued'), ('blocked', 'confirmed'),
    ('signed', 'submitted'), ('signed', 'confirmed'), ('signed', 'queued'), ('signed', 'blocked'),
    ('submitted', 'confirmed'), ('submitted', 'queued'), ('submitted', 'blocked'), ('submitted', 'ready'), ('submitted', 'dead'),
    ('collecting', 'ready'), ('collecting', 'confirmed'), ('collecting', 'dead'),
    ('ready', 'submitted'), ('ready', 'confirmed'), ('ready', 'dead')
  ), format('transfer %s cannot go from %s to %s', old."id", old."state", new."state"));
  perform "public"."refuse_if"(old."state" = 'collecting' and new."state" = 'ready' and (
    (select count(*) from "hold_signature" where "exitId" = old."id")
      < case when old."purpose" = 'expiry' and old."description"->>'closing' is null then 1 else 2 end
    or (old."purpose" = 'expiry' and not exists (
      select 1 from "hold_signature" s join "hold" h on h."escrowId" = old."escrowId" and h."buyerWallet" = s."address"
      where s."exitId" = old."id"))
  ), format('signatures of transfer %s are missing', old."id"));
  perform "public"."refuse_if"(new."state" = 'submitted' and old."lockId" is not null
      and not exists (select 1 from "transfer_attempt" where "exitId" = old."id" and "state" in ('live', 'settled')),
    format('nothing of transfer %s was signed', old."id"));
  perform "public"."refuse_if"(new."state" = 'confirmed' and not (case when old."lockId" is null then
      exists (select 1 from "transfer_attempt" where "payoutId" = old."id" and "state" = 'settled')
        or exists (select 1 from "outgoing_transaction" where "payoutId" = old."id" and "explanation" = 'paid_elsewhere'
          and "network" = old."network" and "hash" = new."settledHash")
    else exists (select 1 from "hold_lock" where "id" = old."lockId" and "endHash" = new."settledHash" and "endedAt" = new."settledAt"
        and "end" = case old."purpose" when 'release' then 'released' when 'refund' then 'refunded' when 'division' then 'divided'
          else 'expired' end::"HoldEnd")
    end), format('the ledger does not say that transfer %s was carried out', old."id"));
  return new;
end $$;

create trigger "transfer_keep" before update on "transfer" for each row execute function "keep_transfer"();

-- What may still be locked, and every account of the last 30 days for which nothing was: also one whose wallet was replaced before
-- another was locked for, and one of an escrow that was called off.
create or replace function "unlocked_holds"("buyer" uuid, "at" timestamptz) returns integer language sql stable as $$
  select count(*)::integer from "escrow" e join "hold" h on h."escrowId" = e."id"
  where e."buyerId" = "buyer" and e."heldBy" = 'ledger' and e."currency" <> 'XRP'
    and not exists (select 1 from "hold_lock" k where k."escrowId" = e."id" and k."counts")
    and ((e."cancelledAt" is null and h."deadline" > "at")
      or exists (select 1 from "hold_agreement" a where a."escrowId" = e."id" and a."openedAt" > "at" - interval '365 days'))
$$;

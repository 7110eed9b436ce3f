-- Approvals above a limit (decision 020): by an operator who may (why_not_approve), for the present wallet of a queued or blocked payout, or for the agreed
-- wallet of a ledger-held escrow without clearance. Never twice (unique indexes).
create or replace function "may_approve"() returns trigger language plpgsql as $$
declare
  waits boolean;
  subject text := coalesce('payout ' || new."payoutId", 'clearance ' || new."clearanceId");
  why text;
begin
  if new."payoutId" is not null then
    select p."state" in ('queued', 'blocked') and p."aboveLimit" is not null and p."address" = new."address" and p."memo" is not distinct from new."memo"
      into strict waits from "transfer" p where p."id" = new."payoutId" for update;
  else
    select c."aboveLimit" is not null and c."clearedAt" is null and c."closedAt" is null and a."sellerWallet" = new."address"
        and a."sellerTag" is not distinct from new."memo"
      into strict waits from "hold_clearance" c join "hold_agreement" a on a."id" = c."agreementId" where c."id" = new."clearanceId" for update of c;
  end if;
  perform "public"."refuse_if"(not waits, format('%s does not wait for this approval', subject));
  perform "must_be_operator"(new."operatorId", 'only operators approve what is above a limit');
  why := "why_not_approve"(new."payoutId", new."clearanceId", new."operatorId");
  perform "public"."refuse_if"(why = 'decision', format('whoever decided about %s does not approve it, too', subject));
  perform "public"."refuse_if"(why = 'change', format('whoever changed an account of %s does not approve it', subject));
  return new;
end $$;

create trigger "settlement_approval_may_be_given" before insert on "settlement_approval"
  for each row execute function "may_approve"();

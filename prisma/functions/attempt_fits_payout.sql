-- Refuses to sign a payout whose case is in doubt: the money may have been paid out already (decision 098). Also: while a screening review of a party or wallet
-- is not a false match, or unless the latest comparison was clear, included the paid wallet and is at most one hour old (068); above a limit without an
-- operator's approval of its wallet and memo (020); when another transaction is said to have paid it (098).
create or replace function "attempt_fits_payout"() returns trigger language plpgsql as $$
declare
  p "transfer"%rowtype;
  found text;
  compared timestamptz;
begin
  select * into strict p from "transfer" where "id" = new."payoutId" and "lockId" is null;
  if p."caseId" is not null then
    perform "refuse_doubted_case"(p."caseId");
  end if;
  select r."subject" into found from "parties_of_transfer"(p."id") t join "screening_review" r on r."subject" = t."subject"
    where r."state" <> 'false_match' limit 1;
  -- Somebody who stated a listed wallet is still under review after stating another one.
  if found is null then
    select r."subject" into found from "parties_of_transfer"(p."id") t join "screening_review" r on r."personId" = t."personId"
      where r."state" <> 'false_match' limit 1;
  end if;
  perform "public"."refuse_if"(found is not null, format('payout %s waits until somebody has looked at %s', p."id", found));
  -- The worker compares and signs in one round: an old comparison, or one of another wallet, is not enough.
  select max("lastAt") into compared from "screening" where "payoutId" = p."id";
  perform "public"."refuse_if"(compared is null or compared < new."createdAt" - interval '1 hour'
     or (select bool_and(s."outcome" = 'clear') from "screening" s where s."payoutId" = p."id" and s."lastAt" = compared) is not true,
    format('payout %s was not compared with lists that are in force', p."id"));
  perform "public"."refuse_if"(not exists (select 1 from "screening" s where s."payoutId" = p."id" and s."lastAt" = compared and s."subject" = 'wallet:' || p."address"),
    format('payout %s was compared with another wallet', p."id"));
  perform "public"."refuse_if"(p."aboveLimit" is not null and not exists (select 1 from "settlement_approval" a
      where a."payoutId" = p."id" and a."address" = p."address" and a."memo" is not distinct from p."memo"),
    format('payout %s is above a limit and nobody has approved it', p."id"));
  perform "public"."refuse_if"(exists (select 1 from "outgoing_transaction" where "payoutId" = p."id" and "explanation" = 'paid_elsewhere'),
    format('payout %s was paid elsewhere', p."id"));
  return new;
end $$;

create trigger "transfer_attempt_fits_payout" before insert on "transfer_attempt"
  for each row when (new."purpose" = 'payout') execute function "attempt_fits_payout"();

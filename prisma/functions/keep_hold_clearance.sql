-- A clearance needs no review of a party, and a clear last comparison of both wallets at most 7 days and 1 hour before goodUntil; none of this once a deposit
-- counts. Above a limit it needs an operator's approval, after which its value stays fixed (decisions 119, 020).
create or replace function "keep_hold_clearance"() returns trigger language plpgsql as $$
declare
  approved boolean := exists (select 1 from "settlement_approval" where "clearanceId" = old."id");
  found text;
  compared timestamptz;
  is_clear boolean;
  subjects text[];
begin
  perform "public"."refuse_if"(approved and (new."usdValue", new."aboveLimit") is distinct from (old."usdValue", old."aboveLimit"),
    format('clearance %s stays what it is', old."id"));
  perform "public"."refuse_if"(old."clearedAt" is null and new."clearedAt" is not null and new."aboveLimit" is not null and not approved,
    format('clearance %s is above a limit and nobody has approved it', old."id"));
  if old."clearedAt" is null and new."clearedAt" is not null
      and not exists (select 1 from "hold_lock" where "agreementId" = old."agreementId" and "counts") then
    select "held_party_of_agreement"(old."agreementId", false) into found;
    perform "public"."refuse_if"(found is not null, format('clearance %s waits until somebody has looked at %s', old."id", found));
    -- In one statement: another worker may compare it at the same time.
    select l."lastAt", bool_and(s."outcome" = 'clear'), array_agg(s."subject") into compared, is_clear, subjects
      from (select max("lastAt") as "lastAt" from "screening" where "screening"."clearanceId" = old."id") l
      join "screening" s on s."clearanceId" = old."id" and s."lastAt" = l."lastAt" group by l."lastAt";
    -- Valid for a week from the comparison at most.
    perform "public"."refuse_if"(compared is null or compared < new."goodUntil" - interval '7 days 1 hour' or is_clear is not true,
      format('clearance %s was not compared with lists that are in force', old."id"));
    perform "public"."refuse_if"(exists (select 1 from "parties_of_agreement"(old."agreementId") t where t."subject" like 'wallet:%' and t."subject" <> all (subjects)),
      format('clearance %s was compared with another wallet', old."id"));
  end if;
  return new;
end $$;

create trigger "hold_clearance_keep" before update on "hold_clearance"
  for each row execute function "keep_hold_clearance"();

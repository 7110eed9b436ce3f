-- A deadline does not expire while a dispute is open, nor before the end of an agreed extension of its step, unless an amendment of that step, or a notice when
-- examining, came after that agreement (decisions 072, 100). Locks its escrow.
create or replace function "keep_clock"() returns trigger language plpgsql as $$
begin
  perform 1 from "escrow" where "id" = new."escrowId" for update;
  perform "public"."refuse_if"(new."end" = 'ran_out' and exists (
    select 1 from "time_request" t where t."escrowId" = new."escrowId"
      and t."step" = case new."kind" when 'grace' then 'present' when 'last_notice' then 'examine' else new."kind" end
      and t."answer" = 'agreed' and t."until" > new."endedAt"
      and not exists (select 1 from "amendment" a where a."escrowId" = t."escrowId" and a."answer" = 'agreed'
        and a."answeredAt" >= t."answeredAt"
        and case t."step" when 'fund' then a."fundBy" is not null when 'present' then a."presentBy" is not null
          else num_nonnulls(a."examineDays", a."weekend") > 0 end)
      and not (t."step" = 'examine' and exists (select 1 from "examination" x where x."escrowId" = t."escrowId"
        and x."withdrawnAt" is null and x."givenAt" >= t."answeredAt"))
  ), format('clock %s has more time', old."id"));
  perform "public"."refuse_if"(new."end" = 'ran_out' and exists (select 1 from "dispute" where "escrowId" = new."escrowId" and "decision" is null),
    format('clock %s stands still while Quayside decides', old."id"));
  return new;
end $$;

create trigger "escrow_clock_keep" before insert or update on "escrow_clock"
  for each row execute function "keep_clock"();

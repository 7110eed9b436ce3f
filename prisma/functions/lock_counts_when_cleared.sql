-- A deposit counts only with a clearance of its agreement (decision 119) that was good until a day before the deposit or longer; marks the clearance as used.
-- The day is for offers made at the last minute: an offer is valid for an hour.
create or replace function "lock_counts_when_cleared"() returns trigger language plpgsql as $$
declare
  cleared uuid;
begin
  if tg_op = 'UPDATE' and old."counts" then
    return new;
  end if;
  select c."id" into cleared from "hold_clearance" c
    where c."agreementId" = new."agreementId" and c."clearedAt" is not null and c."goodUntil" + interval '1 day' >= new."lockedAt"
    order by c."goodUntil" desc limit 1;
  perform "public"."refuse_if"(cleared is null, format('lock %s was not let through', new."hash"));
  update "hold_clearance" set "usedAt" = clock_timestamp() where "id" = cleared and "usedAt" is null;
  return new;
end $$;

create trigger "hold_lock_let_through" before insert or update of "counts" on "hold_lock" for each row
  when (new."counts") execute function "lock_counts_when_cleared"();

-- Which days are no working days: a term of each trade, Saturday and Sunday where nothing else was agreed (decision 071).
set local lock_timeout = '3s';

alter table "trade_dates" add column "weekend" text not null default 'sat_sun';
alter table "trade_dates" add constraint "trade_dates_weekend" check ("weekend" in ('sat_sun', 'fri_sat', 'fri', 'sun')) not valid;
alter table "amendment" add column "weekend" text;
alter table "amendment" add constraint "amendment_weekend" check ("weekend" in ('sat_sun', 'fri_sat', 'fri', 'sun')) not valid;
alter table "amendment" drop constraint "amendment_changes_something";
alter table "amendment" add constraint "amendment_changes_something"
  check ("changesDocuments" or num_nonnulls("fundBy", "presentBy", "examineDays", "amount", "weekend") > 0) not valid;

-- As before; and the weekend changes by an amendment alone.
create or replace function "keep_trade_dates"() returns trigger language plpgsql as $$
begin
  if (new."escrowId", new."onSilence", new."createdAt") is distinct from (old."escrowId", old."onSilence", old."createdAt")
    or (new."fundBy" <> old."fundBy" and not exists (
      select 1 from "amendment" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "fundBy" = new."fundBy"
      union all select 1 from "time_request" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "step" = 'fund'
        and "until" = new."fundBy"))
    or (new."presentBy" <> old."presentBy" and not exists (
      select 1 from "amendment" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "presentBy" = new."presentBy"
      union all select 1 from "time_request" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "step" = 'present'
        and "until" = new."presentBy"))
    or (new."examineDays" <> old."examineDays" and not exists (
      select 1 from "amendment" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "examineDays" = new."examineDays"))
    or (new."weekend" <> old."weekend" and not exists (
      select 1 from "amendment" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "weekend" = new."weekend"))
    or (new."documents" <> old."documents" and not exists (
      select 1 from "amendment" where "escrowId" = old."escrowId" and "answer" = 'agreed' and "changesDocuments"
        and "documents" = new."documents")) then
    raise exception 'the dates of escrow % stay as they were agreed', old."escrowId";
  end if;
  return new;
end $$;

-- As before; and other working days take the place of more time to examine, as another number of them does.
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
          else num_nonnulls(a."examineDays", a."weekend") > 0 end)
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

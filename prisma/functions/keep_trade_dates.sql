-- The dates of a trade change only to what both sides agreed (decisions 071, 076): fundBy and presentBy by an agreed amendment or agreed more time,
-- examineDays, weekend and documents by an agreed amendment. escrowId, onSilence and createdAt do not change.
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

create trigger "trade_dates_keep" before update on "trade_dates"
  for each row execute function "keep_trade_dates"();

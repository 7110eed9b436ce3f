-- Deadlines, extensions, amendments and pauses need a trade with deadlines (decisions 076, 142).
create or replace function "needs_dates"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(not exists (select 1 from "milestone" where "escrowId" = new."escrowId" and "fundBy" is not null),
    format('escrow %s has no dates', new."escrowId"));
  return new;
end $$;

create trigger "amendment_needs_dates" before insert on "amendment" for each row execute function "needs_dates"();
create trigger "escrow_clock_needs_dates" before insert on "escrow_clock" for each row execute function "needs_dates"();
create trigger "time_request_needs_dates" before insert on "time_request" for each row execute function "needs_dates"();
create trigger "undelivered_pause_needs_dates" before insert on "undelivered_pause" for each row execute function "needs_dates"();

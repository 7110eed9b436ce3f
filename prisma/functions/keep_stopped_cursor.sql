-- Refuses to create or move a stopped reading cursor (cursor_stop): the server does not show the history that was read (decision 140).
create or replace function "keep_stopped_cursor"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (select 1 from "cursor_stop" where "network" = new."network" and "account" = new."account"),
    format('the reading of %s is stopped', new."account"));
  return new;
end $$;

create trigger "ledger_cursor_keep_stopped" before insert or update on "ledger_cursor"
  for each row execute function "keep_stopped_cursor"();

-- An account is closed only without open work (open_work_of), never as an operator's, and stays closed (decision 064).
create or replace function "close_only_what_is_over"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(old."closedAt" is not null and new."closedAt" is distinct from old."closedAt", 'a closed account stays closed');
  if old."closedAt" is null and new."closedAt" is not null then
    perform "public"."refuse_if"(new."role" = 'admin', 'an operator closes no account');
    perform "public"."refuse_if"(exists (select 1 from "open_work_of"(new."id")), 'an account with open work is not closed');
  end if;
  return new;
end $$;

create trigger "user_closes_when_over" before update of "closedAt" on "user"
  for each row execute function "close_only_what_is_over"();

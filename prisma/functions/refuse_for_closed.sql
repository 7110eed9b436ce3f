-- Refuses a person whose account is closed (decision 064). Locks the person's row, so that it waits for a concurrent closing. Null is accepted.
create or replace function "refuse_for_closed"("person" uuid) returns void language plpgsql as $$
declare
  "closed" timestamptz;
begin
  if person is null then return; end if;
  select u."closedAt" into closed from "user" u where u."id" = person for key share;
  perform "public"."refuse_if"(closed is not null, format('the account %s is closed', person));
end $$;

-- Creates the row of a reseller if it is missing, so that every code and earning has one, however it is written (decision 027).
create or replace function "put_reseller_on_record"("of_id" text, "of_name" text, "of_email" text) returns void language plpgsql as $$
begin
  if not exists (select 1 from "reseller" where "resellerId" = "of_id") then
    insert into "reseller" ("id", "resellerId", "name", "email")
      values (gen_random_uuid(), "of_id", "of_name", lower("of_email")) on conflict do nothing;
    -- Without the address if another reseller has it.
    insert into "reseller" ("id", "resellerId", "name") values (gen_random_uuid(), "of_id", "of_name") on conflict do nothing;
  end if;
end $$;

-- A new discrepancy notice locks its escrow (decision 077).
create or replace function "keep_examination"() returns trigger language plpgsql as $$
begin
  perform 1 from "escrow" where "id" = new."escrowId" for update;
  return new;
end $$;

create trigger "examination_keep" before insert on "examination"
  for each row execute function "keep_examination"();

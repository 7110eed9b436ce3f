-- Money that may have been paid out already leaves by no payback, neither queued nor signed, and counts for nothing.
create or replace function "refuse_doubted_case"("of_case" uuid) returns void language plpgsql as $$
begin
  if exists (select 1 from "doubts_of_case"("of_case")) then
    raise exception 'the money of case % may have been paid out already', "of_case";
  end if;
end $$;

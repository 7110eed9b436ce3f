-- Refuses anybody but an operator (role admin) as the person who explains a payment out (decision 098).
create or replace function "needs_operator"("who" uuid) returns void language plpgsql as $$
begin
  if not exists (select 1 from "user" where "id" = "who" and "role" = 'admin') then
    raise exception 'only operators say what a payment out was';
  end if;
end $$;

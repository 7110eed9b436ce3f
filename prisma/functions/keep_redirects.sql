-- Records each operator who gave a payout another wallet (decision 020): the payout itself has only the last one.
create or replace function "keep_redirects"() returns trigger language plpgsql as $$
begin
  insert into "payout_redirect" ("payoutId", "operatorId") values (new."id", new."redirectedById") on conflict do nothing;
  return null;
end $$;

create trigger "payout_redirects_kept" after update of "redirectedById" on "transfer"
  for each row when (new."redirectedById" is not null) execute function "keep_redirects"();

-- A stop for unexplained transactions stays while its ledger has an unexplained outgoing transaction or an open gap in an account's numbers (decision 098).
create or replace function "unexplained_stop_ends_last"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(new."cause" = 'unexplained' and new."endedAt" is not null and (
    exists (select 1 from "outgoing_transaction" where "network" = new."network" and "explanation" is null)
    or exists (select 1 from "outgoing_gap" where "network" = new."network" and "endedAt" is null)
  ), format('transactions on %s are still unexplained', new."network"));
  return new;
end $$;

create trigger "payout_stop_unexplained" before update on "payout_stop"
  for each row execute function "unexplained_stop_ends_last"();

-- A transaction that left an account of ours is explained as paid_elsewhere only if it paid that payout (pays_payout; decision 098).
create or replace function "keep_outgoing_transaction"() returns trigger language plpgsql as $$
declare
  p "transfer"%rowtype;
begin
  if new."explanation" = 'paid_elsewhere' then
    select * into p from "transfer" where "id" = new."payoutId";
    perform "public"."refuse_if"(not "pays_payout"(new, p), format('transaction %s did not pay payout %s', new."hash", new."payoutId"));
  end if;
  return new;
end $$;

create trigger "outgoing_transaction_keep" before insert or update on "outgoing_transaction"
  for each row execute function "keep_outgoing_transaction"();

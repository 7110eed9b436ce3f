-- Books an ended creation of slots, or a claim: its network fee, also if it failed, and what it gave to our other accounts, in the native asset. Two entries by
-- way of "float", because an entry is held at one account (entry_balances).
create or replace function "book_treasury_transaction"() returns trigger language plpgsql as $$
declare
  funded record;
  happened timestamptz := coalesce(new."closedAt", now());
begin
  perform "book_network_fee"(new."hash", happened, new."network", new."source", new."feePaid");
  if new."state" = 'settled' then
    for funded in select "key" as "account", "value"::numeric as "amount" from jsonb_each_text(new."funds") loop
      perform "book"('funding_out', new."hash" || ':' || funded."account", new."hash", happened, new."network",
        "native_of"(new."network"), new."source", 'float', 'ledger:' || new."network" || ':' || new."source", funded."amount");
      perform "book"('funding_in', new."hash" || ':' || funded."account", new."hash", happened, new."network",
        "native_of"(new."network"), funded."account", 'ledger:' || new."network" || ':' || funded."account", 'float', funded."amount");
    end loop;
  end if;
  return null;
end $$;

create trigger "transfer_attempt_book" after update of "state" on "transfer_attempt" for each row
  when (new."purpose" in ('channels', 'tickets', 'claim') and old."state" = 'live' and new."state" in ('settled', 'failed'))
  execute function "book_treasury_transaction"();

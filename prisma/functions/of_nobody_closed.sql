-- Refuses new sessions, passwords, account tokens, saved wallets and fee quotes of a closed account (decision 064).
create or replace function "of_nobody_closed"() returns trigger language plpgsql as $$
begin
  perform "refuse_for_closed"(new."userId");
  return new;
end $$;

create trigger "account_token_of_nobody_closed" before insert on "account_token" for each row execute function "of_nobody_closed"();

create trigger "fee_quote_of_nobody_closed" before insert on "fee_quote" for each row execute function "of_nobody_closed"();

create trigger "password_of_nobody_closed" before insert on "password" for each row execute function "of_nobody_closed"();

create trigger "saved_wallet_of_nobody_closed" before insert on "saved_wallet" for each row execute function "of_nobody_closed"();

create trigger "session_of_nobody_closed" before insert on "session" for each row execute function "of_nobody_closed"();

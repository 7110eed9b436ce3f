-- An excess below this costs more to send than it is worth, and is not owed back (docs/decisions/131; domain/ledger-payments/rest).
create or replace function "least_owed"("of_asset" "Asset") returns numeric immutable language sql as $$ select 0.001 $$;

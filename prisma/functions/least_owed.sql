-- The smallest excess owed back, in units of the asset (decision 096): less costs more to send than it is worth. As LEAST_OWED in ledgers/payments/domain/rest.
create or replace function "least_owed"("of_asset" "Asset") returns numeric immutable language sql as $$ select 0.001 $$;

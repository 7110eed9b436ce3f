-- The least excess that is owed back, in units of the asset, not in stroops or drops (decision 096): sending less costs more than it is worth.
-- LEAST_OWED in ledgers/payments/domain/rest has the same figures.
create or replace function "least_owed"("of_asset" "Asset") returns numeric immutable language sql as $$ select 0.001 $$;

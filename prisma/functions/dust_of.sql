-- Amounts below this are dust, in units of the asset. The same figures as app/ledgers/payments/domain/dust.ts.
create or replace function "dust_of"("of_asset" text) returns numeric immutable language sql as $$
  select case "of_asset" when 'XLM' then 0.5 else 0.05 end $$;

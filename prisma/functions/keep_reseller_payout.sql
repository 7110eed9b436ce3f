-- Keeps payouts of commissions (decision 062): never deleted; only the wallet (address and memo) may change.
create or replace function "keep_reseller_payout"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (to_jsonb(new) - array['address', 'memo']) <> (to_jsonb(old) - array['address', 'memo']) then
    raise exception 'payout of earnings % stays what it is', old."id";
  end if;
  return new;
end $$;

create trigger "reseller_payout_keep" before update or delete on "reseller_payout"
  for each row execute function "keep_reseller_payout"();

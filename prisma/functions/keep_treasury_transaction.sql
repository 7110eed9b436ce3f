-- Keeps signed transactions (hold_attempt, treasury_transaction): only state, code, closedAt and feePaid change, and only while the state is live.
-- keep_payout_attempt refuses their deletion.
create or replace function "keep_treasury_transaction"() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['state', 'code', 'closedAt', 'feePaid'])
     <> (to_jsonb(old) - array['state', 'code', 'closedAt', 'feePaid']) then
    raise exception 'envelope % stays as it was signed', old."hash";
  end if;
  if old."state" <> 'live' and new is distinct from old then
    raise exception 'envelope % is closed', old."hash";
  end if;
  return new;
end $$;

create trigger "hold_attempt_stays" before update on "hold_attempt" for each row execute function "keep_treasury_transaction"();

create trigger "treasury_transaction_stays" before update on "treasury_transaction"
  for each row execute function "keep_treasury_transaction"();

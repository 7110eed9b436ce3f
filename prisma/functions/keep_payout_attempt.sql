-- Keeps signed transactions: rows of payout_attempt, hold_attempt and treasury_transaction are never deleted, since what was signed may be on the ledger.
-- Of a payout_attempt only state, code and closedAt change, and only while it is live. Updates of the other two: keep_treasury_transaction.
create or replace function "keep_payout_attempt"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'envelopes are never deleted';
  end if;
  if (to_jsonb(new) - array['state', 'code', 'closedAt']) <> (to_jsonb(old) - array['state', 'code', 'closedAt']) then
    raise exception 'envelope % stays as it was signed', old."hash";
  end if;
  if old."state" <> 'live' and new is distinct from old then
    raise exception 'envelope % is closed', old."hash";
  end if;
  return new;
end $$;

create trigger "hold_attempt_keep" before delete on "hold_attempt" for each row execute function "keep_payout_attempt"();

create trigger "payout_attempt_keep" before update or delete on "payout_attempt" for each row execute function "keep_payout_attempt"();

create trigger "treasury_transaction_keep" before delete on "treasury_transaction"
  for each row execute function "keep_payout_attempt"();

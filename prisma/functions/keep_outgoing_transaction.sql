-- A transaction that left an account of ours stays as the ledger told it, is explained once and never deleted. It is explained as
-- paid_elsewhere only if it paid that payout (pays_payout; docs/decisions/019).
create or replace function "keep_outgoing_transaction"() returns trigger language plpgsql as $$
declare
  p "payout"%rowtype;
begin
  if tg_op = 'DELETE' then
    raise exception 'transactions of the ledger are never deleted';
  end if;
  if tg_op = 'UPDATE' then
    if (to_jsonb(new) - array['explanation', 'payoutId', 'explainedAt', 'explainedById', 'reason'])
        <> (to_jsonb(old) - array['explanation', 'payoutId', 'explainedAt', 'explainedById', 'reason']) then
      raise exception 'transaction % stays as the ledger told it', old."hash";
    end if;
    if old."explanation" is not null then
      raise exception 'transaction % is explained', old."hash";
    end if;
  end if;
  if new."explanation" = 'paid_elsewhere' then
    select * into p from "payout" where "id" = new."payoutId";
    if not "pays_payout"(new, p) then
      raise exception 'transaction % did not pay payout %', new."hash", new."payoutId";
    end if;
  end if;
  return new;
end $$;

create trigger "outgoing_transaction_keep" before insert or update or delete on "outgoing_transaction"
  for each row execute function "keep_outgoing_transaction"();

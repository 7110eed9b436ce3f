-- A fee is judged by the moment at which its payment was in a closed ledger: that stays as it was read, too.
create or replace function "keep_ledger_payment"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'payments of a ledger are never deleted';
  end if;
  if (to_jsonb(new) - array['problem', 'escrowId', 'feeQuoteId']) <> (to_jsonb(old) - array['problem', 'escrowId', 'feeQuoteId']) then
    raise exception 'payment % stays what it is', old."hash";
  end if;
  if old."problem" is null and num_nonnulls(old."escrowId", old."feeQuoteId") > 0
      and (new."problem", new."escrowId", new."feeQuoteId") is distinct from (old."problem", old."escrowId", old."feeQuoteId") then
    raise exception 'payment % was counted', old."hash";
  end if;
  return new;
end $$;

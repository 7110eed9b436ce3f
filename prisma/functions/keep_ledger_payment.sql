-- A payment stays as it was read from the ledger and is never deleted. Only what it counts for changes, until it counts for an escrow or a
-- fee. It becomes our own money only by a row of opening_payment, and then for good (docs/decisions/094).
create or replace function "keep_ledger_payment"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'payments of a ledger are never deleted';
  end if;
  if (to_jsonb(new) - array['problem', 'escrowId', 'feeQuoteId', 'toFloat'])
      <> (to_jsonb(old) - array['problem', 'escrowId', 'feeQuoteId', 'toFloat'])
      or (new."toFloat" and not old."toFloat"
        and not exists (select 1 from "opening_payment" where "ledgerPaymentId" = old."id")) then
    raise exception 'payment % stays what it is', old."hash";
  end if;
  if old."problem" is null and num_nonnulls(old."escrowId", old."feeQuoteId") > 0
      and (new."problem", new."escrowId", new."feeQuoteId") is distinct from (old."problem", old."escrowId", old."feeQuoteId") then
    raise exception 'payment % was counted', old."hash";
  end if;
  if old."toFloat" and not new."toFloat" and exists (select 1 from "opening_payment" where "ledgerPaymentId" = old."id") then
    raise exception 'payment % is ours', old."hash";
  end if;
  return new;
end $$;

create trigger "ledger_payment_keep" before update or delete on "ledger_payment" for each row execute function "keep_ledger_payment"();

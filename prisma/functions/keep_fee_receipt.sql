-- A receipt is of a paid fee. Payer details can be corrected for 30 days after first saved; removed for a closed account without retention (decision 111).
create or replace function "keep_fee_receipt"() returns trigger language plpgsql as $$
declare
  payer "user"%rowtype;
begin
  if tg_op = 'INSERT' then
    perform "public"."refuse_if"(not exists (select 1 from "fee_quote" where "reference" = new."number" and "state" = 'paid'),
      format('the fee %s is not paid', new."number"));
    return new;
  end if;
  if old."billedAt" is not null
      and (new."billedAt", new."changedAt", new."billedName", new."billedAddress", new."billedTaxNumber")
        is distinct from (old."billedAt", old."changedAt", old."billedName", old."billedAddress", old."billedTaxNumber") then
    select u.* into strict payer from "fee_quote" q join "user" u on u."id" = q."userId" where q."reference" = old."number";
    -- The last details of a closed account are removed.
    if new."billedAt" is null and payer."closedAt" is not null and payer."keptUntil" is null then
      return new;
    end if;
    perform "public"."refuse_if"(new."billedAt" is distinct from old."billedAt" or new."changedAt" > old."billedAt" + interval '30 days',
      format('receipt %s is made out to somebody already', old."number"));
  end if;
  return new;
end $$;

create trigger "fee_receipt_keep" before insert or update on "fee_receipt"
  for each row execute function "keep_fee_receipt"();

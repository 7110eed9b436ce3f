-- At commit, a case closed by anybody but an operator was closed by its payer, by a payback to the wallet stated in it, and its kind needs no operator. A short
-- or late payment qualifies only if its payer has paid a fee otherwise (decision 111).
create or replace function "case_ended_by_payer"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "user" where "id" = new."closedById" and "role" = 'admin') then
    return null;
  end if;
  perform "public"."refuse_if"(new."closedById" is distinct from "payer_of_case"(new."id") or new."end" is distinct from 'paid_back'
      or not exists (
        select 1 from "transfer" p where p."caseId" = new."id" and p."address" = new."backAddress" and p."memo" is not distinct from new."backMemo")
      or new."kind" not in ('fee_over', 'fee_short', 'fee_late', 'wrong_asset', 'wrong_account', 'quote_closed', 'already_paid', 'hash_used')
      or (new."kind" in ('fee_short', 'fee_late') and not exists (select 1 from "user" where "id" = new."closedById" and "hasPaid")),
    format('case %s is not ended by its payer', new."id"));
  return null;
end $$;

create constraint trigger "payment_case_ended_by_payer" after update of "closedById" on "payment_case"
  deferrable initially deferred for each row
  when (new."closedById" is not null and new."closedById" is distinct from old."closedById") execute function "case_ended_by_payer"();

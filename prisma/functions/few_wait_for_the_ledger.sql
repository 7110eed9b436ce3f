-- Limits a buyer's Stellar escrows without a deposit (unlocked_holds_allowed): each may bind reserves of ours; the XRP Ledger binds none (decision 087).
create or replace function "few_wait_for_the_ledger"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  select * into strict e from "escrow" where "id" = new."escrowId";
  if e."currency" = 'XRP' then
    return new;
  end if;
  -- Serializes by buyer: concurrent transactions would not see each other's row.
  perform 1 from "user" where "id" = e."buyerId" for no key update;
  perform "public"."refuse_if"("unlocked_holds"(e."buyerId", new."createdAt") >= "unlocked_holds_allowed"(e."buyerId"),
    format('too many escrows of %s wait for the ledger', e."buyerId"));
  return new;
end $$;

create trigger "hold_few_wait" before insert on "hold" for each row execute function "few_wait_for_the_ledger"();

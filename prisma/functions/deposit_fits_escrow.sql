-- A payment counts for an escrow only in its currency, at its account, and held by Quayside; a ledger-held escrow is funded by its deposit (decision 087).
create or replace function "deposit_fits_escrow"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(new."problem" is null and new."escrowId" is not null and not exists (
    select 1 from "escrow" where "id" = new."escrowId" and "currency" = new."asset" and "account" = new."toAddress"
      and "heldBy" = 'quayside'
  ), format('payment %s is not what escrow %s is held in', new."hash", new."escrowId"));
  return new;
end $$;

create trigger "ledger_payment_fits_escrow" before insert or update of "escrowId", "problem", "asset", "toAddress"
  on "ledger_payment" for each row execute function "deposit_fits_escrow"();

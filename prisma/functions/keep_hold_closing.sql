-- The closing of an escrow's account is signed by the buyer's or the seller's wallet (decision 118).
create or replace function "keep_hold_closing"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(new."wallet" is not null and not exists (
    select 1 from "transfer" x join "hold" h on h."escrowId" = x."escrowId" join "hold_lock" l on l."id" = x."lockId"
      join "hold_agreement" a on a."id" = l."agreementId"
      where x."id" = new."exitId" and new."wallet" in (h."buyerWallet", a."sellerWallet")),
    format('closing of %s waits for no signature of this wallet', new."exitId"));
  return new;
end $$;

create trigger "hold_closing_keep" before update on "hold_closing"
  for each row execute function "keep_hold_closing"();

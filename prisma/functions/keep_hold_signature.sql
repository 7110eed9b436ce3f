-- A settlement is signed while collecting, its transaction written, by the wallet of buyer, seller or arbiter; an expiry not by the seller (decision 087).
create or replace function "keep_hold_signature"() returns trigger language plpgsql as $$
begin
  perform 1 from "transfer" x join "hold" h on h."escrowId" = x."escrowId" join "hold_lock" l on l."id" = x."lockId"
    join "hold_agreement" a on a."id" = l."agreementId"
    where x."id" = new."exitId" and x."state" = 'collecting' and x."hash" is not null
      and new."address" in (h."buyerWallet", a."sellerWallet", a."arbiter")
      and (x."purpose" <> 'expiry' or new."address" <> a."sellerWallet")
    for share of x;
  perform "public"."refuse_if"(not found, format('way out %s waits for no signature of this wallet', new."exitId"));
  return new;
end $$;

create trigger "hold_signature_keep" before insert on "hold_signature"
  for each row execute function "keep_hold_signature"();

-- The arbiter signs for Quayside, under the rules of way_out_may_be_helped. Buyer and seller can settle without Quayside (decisions 087, 119).
create or replace function "arbiter_signs_what_may_be_helped"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "transfer" x join "hold_lock" l on l."id" = x."lockId" join "hold_agreement" a on a."id" = l."agreementId"
      where x."id" = new."exitId" and a."arbiter" = new."address") then
    perform "way_out_may_be_helped"(new."exitId", new."addedAt", true);
  end if;
  return new;
end $$;

create trigger "hold_signature_may_be_helped" before insert on "hold_signature"
  for each row execute function "arbiter_signs_what_may_be_helped"();

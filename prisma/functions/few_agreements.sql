-- The seller states at most four wallets for an escrow (docs/decisions/087). Concurrent inserts are no concern: the trigger
-- hold_agreement_keep runs before this one and locks the escrow.
create or replace function "few_agreements"() returns trigger language plpgsql as $$
begin
  if (select count(*) from "hold_agreement" where "escrowId" = new."escrowId") >= 4 then
    raise exception 'escrow % has had its wallets', new."escrowId";
  end if;
  return new;
end $$;

create trigger "hold_agreement_limit" before insert on "hold_agreement" for each row execute function "few_agreements"();

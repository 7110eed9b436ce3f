-- Whether a person speaks for a side: the buyer; the bound seller or, before one is bound, the owner of the confirmed address that the buyer named. Must agree
-- with permissionsOf (app/escrow/domain/permissions.ts, decision 135), which also knows operators.
create or replace function "is_of_side"("of_escrow" "escrow", "of_side" text, "person" uuid) returns boolean language sql stable as $$
  select coalesce(case
    when of_side = 'buyer' then person = of_escrow."buyerId"
    when person = of_escrow."buyerId" then false
    when of_escrow."sellerId" is not null then person = of_escrow."sellerId"
    else exists (select 1 from "user" where "id" = person and "email" = of_escrow."sellerEmail" and "emailConfirmedAt" is not null)
  end, false)
$$;

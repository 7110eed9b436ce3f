-- A seller's account cannot be the buyer of an escrow, nor a buyer's account its seller. Locks the person's row, so that a change of role waits. Check
-- escrow_buyer_is_not_seller refuses trading with oneself (decision 031).
create or replace function "escrow_fits_roles"() returns trigger language plpgsql as $$
declare
  person record;
begin
  if tg_op = 'INSERT' then
    select "role" into person from "user" where "id" = new."buyerId" for share;
    perform "public"."refuse_if"(person."role" = 'seller', format('escrow %s cannot have a seller''s account as its buyer', new."transactionId"));
  end if;
  if new."sellerId" is not null and new."sellerId" <> new."buyerId" then
    select "role" into person from "user" where "id" = new."sellerId" for share;
    perform "public"."refuse_if"(person."role" = 'buyer', format('escrow %s cannot have a buyer''s account as its seller', new."transactionId"));
  end if;
  return new;
end $$;

create trigger "escrow_fits_roles_of_bound" before update of "sellerId" on "escrow" for each row
  when (new."sellerId" is distinct from old."sellerId") execute function "escrow_fits_roles"();

create trigger "escrow_fits_roles_of_new" before insert on "escrow" for each row execute function "escrow_fits_roles"();

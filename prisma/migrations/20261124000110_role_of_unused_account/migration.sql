-- A buyer becomes a seller, and a seller a buyer, only while the account has done nothing in its role. Has it? A fee that
-- was paid, money that arrived for one, a pilot's credit that was spent and an escrow bind a buyer; a confirmation binds a
-- seller. A fee whose money arrives after the change binds nobody as a seller: so its payer can go back to it.
create function "role_is_used"("person" uuid) returns boolean language sql stable as $$
  select case "role"
    when 'buyer' then
      "hasPaid" or ("plan" is not distinct from 'pilot' and "trialCredits" = 0)
      or exists (select 1 from "escrow" where "buyerId" = "person")
      or exists (select 1 from "fee_payment" where "buyerUid" = "person")
      or exists (
        select 1 from "fee_quote" join "ledger_payment" on "ledger_payment"."feeQuoteId" = "fee_quote"."id"
        where "fee_quote"."userId" = "person"
      )
    when 'seller' then exists (select 1 from "escrow" where "sellerId" = "person")
    else true
  end
  from "user" where "id" = "person"
$$;

create function "keep_used_role"() returns trigger language plpgsql as $$
begin
  if old."role" in ('buyer', 'seller') and "role_is_used"(old."id") then
    raise exception 'account % keeps its role: it has been used', old."id";
  end if;
  return new;
end $$;
create trigger "user_keep_used_role" before update of "role" on "user" for each row
  when (new."role" is distinct from old."role") execute function "keep_used_role"();

-- The other side of it: an escrow that begins, or gets its seller, while the role is being changed waits for the change.
create function "escrow_fits_roles"() returns trigger language plpgsql as $$
declare
  person record;
begin
  if tg_op = 'INSERT' then
    select "role" into person from "user" where "id" = new."buyerId" for share;
    if person."role" = 'seller' then
      raise exception 'escrow % cannot have a seller''s account as its buyer', new."transactionId";
    end if;
  end if;
  if new."sellerId" is not null then
    select "role" into person from "user" where "id" = new."sellerId" for share;
    if person."role" = 'buyer' then
      raise exception 'escrow % cannot have a buyer''s account as its seller', new."transactionId";
    end if;
  end if;
  return new;
end $$;
create trigger "escrow_fits_roles_of_new" before insert on "escrow" for each row execute function "escrow_fits_roles"();
create trigger "escrow_fits_roles_of_bound" before update of "sellerId" on "escrow" for each row
  when (new."sellerId" is distinct from old."sellerId") execute function "escrow_fits_roles"();

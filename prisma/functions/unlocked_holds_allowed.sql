-- How many Stellar escrows without a deposit a buyer may have (decision 087): 10 for each paid service fee, none without one.
create or replace function "unlocked_holds_allowed"("buyer" uuid) returns integer language sql stable as $$
  select case when u."hasPaid" then 10 * greatest(1, (select count(*) from "fee_payment" where "buyerUid" = u."id"))::integer else 0 end
  from "user" u where u."id" = "buyer"
$$;

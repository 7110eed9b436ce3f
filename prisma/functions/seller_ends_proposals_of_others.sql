-- Binding a seller supersedes open amendments by anybody but buyer and seller (decision 076): before, everybody with the escrow ID could propose one.
create or replace function "seller_ends_proposals_of_others"() returns trigger language plpgsql as $$
begin
  update "amendment" set "answer" = 'superseded', "answeredAt" = greatest("proposedAt", new."updatedAt")
    where "escrowId" = new."id" and "answer" is null and "proposedById" not in (new."buyerId", new."sellerId");
  return null;
end $$;

create trigger "escrow_seller_ends_proposals_of_others" after update of "sellerId" on "escrow"
  for each row when (old."sellerId" is null and new."sellerId" is not null) execute function "seller_ends_proposals_of_others"();

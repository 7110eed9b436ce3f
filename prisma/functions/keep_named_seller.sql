-- The buyer names another seller only while none is bound, and the escrow is not cancelled, in an open dispute or settled (decision 004).
create or replace function "keep_named_seller"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(old."sellerId" is not null or old."cancelledAt" is not null
      or exists (select 1 from "dispute" where "escrowId" = old."id" and "decision" is null)
      or "is_settled"(old."id"), format('escrow %s keeps its named seller', old."transactionId"));
  return new;
end $$;

create trigger "escrow_keep_named_seller" before update of "sellerEmail" on "escrow" for each row
  when (new."sellerEmail" is distinct from old."sellerEmail") execute function "keep_named_seller"();

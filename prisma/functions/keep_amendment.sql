-- Proposed by a party, or anybody while no seller is bound; agreed by the other side (amendment_answered_by_whom). Both need may_be_amended (decision 076).
create or replace function "keep_amendment"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  select * into e from "escrow" where "id" = new."escrowId" for update;
  perform "public"."refuse_if"(tg_op = 'INSERT' and new."proposedById" not in (e."buyerId", coalesce(e."sellerId", new."proposedById")),
    format('nobody of escrow %s proposes this', e."transactionId"));
  perform "public"."refuse_if"((tg_op = 'INSERT' or new."answer" = 'agreed') and not "may_be_amended"(e),
    format('escrow %s is not amended now', e."transactionId"));
  -- Buyer and seller: one proposed it, the other agrees.
  perform "public"."refuse_if"(new."answer" = 'agreed' and (e."sellerId" is null
      or new."proposedById" not in (e."buyerId", e."sellerId") or new."answeredById" not in (e."buyerId", e."sellerId")),
    format('nobody of escrow %s agrees to this', e."transactionId"));
  return new;
end $$;

create trigger "amendment_keep" before insert or update on "amendment"
  for each row execute function "keep_amendment"();

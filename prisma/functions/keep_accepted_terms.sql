-- Accepted terms never change; only their text is removed, once a party's account is closed and its data need not be kept. Versions count up by one. The seller
-- accepts them or, with an amendment, either party (decision 076).
create or replace function "keep_accepted_terms"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  select * into e from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'UPDATE' then
    perform "public"."refuse_if"("differ"(old, new, 'text') or new."text" is not null or not exists (
      select 1 from "user" where "id" in (e."buyerId", e."sellerId") and "closedAt" is not null and "keptUntil" is null
    ), format('version %s of the terms of escrow %s stays what it is', old."version", e."transactionId"));
    return new;
  end if;
  perform "public"."refuse_if"(new."text" is null or e."sellerId" is null or new."acceptedById" not in (e."buyerId", e."sellerId")
      or (new."amendmentId" is null and new."acceptedById" <> e."sellerId"), format('nobody of escrow %s accepts this', e."transactionId"));
  perform "public"."refuse_if"(new."version" <> 1 + (select count(*) from "accepted_terms" where "escrowId" = e."id"),
    format('version %s of the terms of escrow %s is out of turn', new."version", e."transactionId"));
  return new;
end $$;

create trigger "accepted_terms_keep" before insert or update on "accepted_terms"
  for each row execute function "keep_accepted_terms"();
